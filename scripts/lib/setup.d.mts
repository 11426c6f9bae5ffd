export const root: string
export const ENTRIES: readonly string[]
export function ensureChromium(): string
