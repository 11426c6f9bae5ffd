import { YieldError } from './core/yield-error.ts'
import type { RequestCounts } from './request-stats.ts'
import type { Load } from './system-load.ts'

/** Limits above which calculations are rejected (section 8). */
export const LIMITS = { cpuPercent: 95, memoryPercent: 95, errorPercent: 75 }
/** Minimum number of requests for an error rate. */
const MIN_REQUESTS = 10
const RETRY_AFTER_SECONDS = 10

function isErrorRateHigh({ total, errorPercent }: RequestCounts['recent']): boolean {
  return total > MIN_REQUESTS && errorPercent > LIMITS.errorPercent
}

/** Throws 503 while the machine is overloaded or most calculations fail. */
export function refuseUnderLoad({ strainPercent, memoryPercent }: Load, { recent }: RequestCounts): void {
  if (strainPercent > LIMITS.cpuPercent) throw exhausted('CPU usage')
  if (memoryPercent > LIMITS.memoryPercent) throw exhausted('Memory usage')
  if (isErrorRateHigh(recent)) throw exhausted('The error rate')
}

function exhausted(what: string): YieldError {
  return new YieldError(503, `${what} is above its limit. Please try again later`, {
    type: 'resource_exhaustion',
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })
}
