import { SluiceError } from '../errors/sluice-error.ts'

/**
 * Set explicitly on every query, so that the defaults of a host's own client have no effect. With
 * `networkMode: always` a lost network is an error instead of a paused query.
 */
export const sharedOptions = {
  networkMode: 'always',
  refetchOnMount: true,
  refetchOnReconnect: true,
  refetchIntervalInBackground: false,
  throwOnError: false,
  structuralSharing: true,
  retryOnMount: true,
  retryDelay: (attempt: number) => Math.min(500 * 2 ** attempt, 8_000),
} as const

/**
 * Retries only errors for which an immediate retry can succeed. Missing code was already loaded
 * twice.
 */
export function retryByCode(failureCount: number, error: SluiceError): boolean {
  return error.retryable && !/^(RATE_LIMITED|LOAD_FAILED)$/.test(error.code) && failureCount < 2
}

/** Returns whether the same request could succeed later. */
export function isTransient(reason: unknown): boolean {
  return reason instanceof SluiceError && reason.retryable
}

/**
 * Returns the `gcTime` of a query in milliseconds. Infinite on a server, where a timer would
 * outlive the request.
 */
export function getGcTime(ms: number): number {
  return typeof window === 'undefined' ? Number.POSITIVE_INFINITY : ms
}
