export type { WidgetConfig } from '../config/types.ts'
export type { HostContexts } from '../doctor/check-copies.ts'
export { type DoctorOptions, doctor } from '../doctor/doctor.ts'
export type { Finding } from '../doctor/types.ts'
