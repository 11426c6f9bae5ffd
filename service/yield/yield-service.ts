import { withTimeout } from '../lib/with-timeout.ts'
import type { Yield } from './create-yield.ts'
import { LIMITS, refuseUnderLoad } from './limits.ts'
import { createRequestStats, type Outcome, type RequestCounts } from './request-stats.ts'
import type { DiskUse, Load, SystemLoad } from './system-load.ts'

/** Yield calculations with request counting and load limits. */
export interface YieldService
  extends Pick<Yield, 'historicalApy' | 'dilutedApy' | 'tvl' | 'activeProtocols'> {
  /** Counts a request until it is finished. Rejects while the service is overloaded. */
  watch<Answer>(work: () => Promise<Answer>, outcomeOf: (error: unknown) => Outcome): Promise<Answer>
  counts(): RequestCounts
  cacheCounts: Yield['cacheCounts']
  load(): Promise<Load>
  disk(): Promise<DiskUse>
  health(): Promise<Record<string, HealthCheck>>
  uptimeSeconds(): number
}

export interface HealthCheck {
  ok: boolean
  value: number | string
  limit?: number
}

export interface YieldServiceOptions {
  yields: Yield
  system: Pick<SystemLoad, 'read' | 'disk'>
  /** Rejects while the database is unreachable. Default: always reachable. */
  pingDatabase?: (() => Promise<unknown>) | undefined
  nowMs: () => number
}

/** An embedded database takes seconds to open. */
const PING_MS = 5_000

export function createYieldService(options: YieldServiceOptions): YieldService {
  const { yields, system, pingDatabase, nowMs } = options
  const stats = createRequestStats(nowMs)
  const startMs = nowMs()

  return {
    historicalApy: yields.historicalApy,
    dilutedApy: yields.dilutedApy,
    tvl: yields.tvl,
    activeProtocols: yields.activeProtocols,
    cacheCounts: yields.cacheCounts,

    async watch(work, outcomeOf) {
      const before = stats.counts()
      const done = stats.begin()
      let outcome: Outcome = 'refused'
      try {
        refuseUnderLoad(await system.read(), before)
        const response = await work()
        outcome = 'answered'
        return response
      } catch (error) {
        outcome = outcomeOf(error)
        throw error
      } finally {
        done(outcome)
      }
    },

    counts: stats.counts,
    load: system.read,
    disk: system.disk,

    async health() {
      const { strainPercent, memoryPercent } = await system.read()
      const { recent } = stats.counts()
      return {
        router: flag(yields.isReady(), 'initialized', 'initializing'),
        database: flag(await isReachable(pingDatabase), 'connected', 'disconnected'),
        error_rate: {
          ok: recent.errorPercent < LIMITS.errorPercent,
          value: recent.errorPercent,
          limit: LIMITS.errorPercent,
        },
        cpu: { ok: strainPercent < LIMITS.cpuPercent, value: strainPercent, limit: LIMITS.cpuPercent },
        memory: {
          ok: memoryPercent < LIMITS.memoryPercent,
          value: memoryPercent,
          limit: LIMITS.memoryPercent,
        },
      }
    },

    uptimeSeconds: () => Math.floor((nowMs() - startMs) / 1000),
  }
}

function flag(ok: boolean, good: string, bad: string): HealthCheck {
  return { ok, value: ok ? good : bad }
}

async function isReachable(ping: (() => Promise<unknown>) | undefined): Promise<boolean> {
  try {
    const reached = Promise.resolve(ping?.()).then(() => true)
    return await withTimeout(reached, { timeoutMs: PING_MS, onTimeout: () => false })
  } catch {
    return false
  }
}
