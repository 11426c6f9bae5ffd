/** Logos that failed to load, so that other elements of a list do not request them again. */
export interface FailedLogos {
  has(url: string): boolean
  add(url: string): void
}

/** Milliseconds until a logo is retried, because the network may have been down. */
const FORGET_AFTER_MS = 600_000
/** Above this number the oldest entries are evicted. */
const MAX_FAILED_LOGOS = 500

export function createFailedLogos(now: () => number = Date.now): FailedLogos {
  const failedAt = new Map<string, number>()
  return {
    has: (url) => now() - (failedAt.get(url) ?? Number.NEGATIVE_INFINITY) < FORGET_AFTER_MS,
    add(url) {
      failedAt.delete(url)
      failedAt.set(url, now())
      const [oldest] = failedAt.keys()
      if (failedAt.size > MAX_FAILED_LOGOS && oldest !== undefined) failedAt.delete(oldest)
    },
  }
}
