export const root: string
export function ensureChromium(): string
