import { SluiceError } from '../errors/sluice-error.ts'

/**
 * Written out on every query, so that a host's defaults on its own client change nothing here.
 * `networkMode: always`: a lost network is told as such instead of waiting silently.
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

/** Again only where the same request can succeed; a rate limit is waited out, not hammered. */
export function retryByCode(failureCount: number, error: SluiceError): boolean {
  return error.retryable && error.code !== 'RATE_LIMITED' && failureCount < 2
}

/** Whether the same request could succeed later. */
export function isTransient(reason: unknown): boolean {
  return reason instanceof SluiceError && reason.retryable
}

/** How long an answer nobody looks at is kept, in milliseconds. A server keeps none: a timer there outlives the request. */
export function keptFor(ms: number): number {
  return typeof window === 'undefined' ? Number.POSITIVE_INFINITY : ms
}
