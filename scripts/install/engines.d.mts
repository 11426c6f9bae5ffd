export interface Engines {
  firefox: string | undefined
  webkit: { driver: string; xvfb: string } | undefined
}

export function findEngines(): Engines
export function ensureEngines(): void
