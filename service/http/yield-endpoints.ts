import { ServiceError } from '../service-error.ts'
import type { Endpoint } from './serve-surface.ts'

const PATHS = [
  ['POST', '/historical-apy'],
  ['POST', '/diluted-apy'],
  ['POST', '/tvl'],
  ['GET', '/active-protocols'],
  ['GET', '/health-check'],
  ['GET', '/metrics'],
  ['GET', '/system-metrics'],
] as const

/** The paths of the yield interface (section 4). This service has no lending protocol to ask yet, and says so. */
export function yieldEndpoints(): Endpoint[] {
  return PATHS.map(([method, path]) => ({
    method,
    path,
    handle() {
      throw new ServiceError(503, 'The yield interface is not served by this deployment')
    },
  }))
}
