import type { Database } from '../database/database.ts'
import { createElection } from '../elections/create-election.ts'
import type { YieldIndexes } from './create-yield.ts'
import { writePoints } from './index-points.ts'

export interface RecordHistoryOptions {
  yields: YieldIndexes
  /** Names of the chains. Each chain elects an instance. */
  chains: readonly string[]
  database: Database
  /** Called when a write fails. The point is skipped and recording continues. */
  onFault(error: unknown): void
  /** Called when a turn or a renewal succeeds and nothing else fails. */
  onKept?: () => void
  /** Milliseconds between points. Default: 600,000. One point per hour is stored. */
  everyMs?: number
  /** Milliseconds between renewals of the leases. Default: 15,000. */
  renewMs?: number
}

const EVERY_MS = 600_000
/** Interval while nothing was written or another instance leads. */
const FIRST_MS = 30_000
/** Longer than the default lease, because this work is slow. */
const LEASE_SECONDS = 60
const RENEW_MS = 15_000

/**
 * Records the index of each reserve, because nodes may have no state that is a week old. One
 * instance records each chain.
 */
export function recordHistory(options: RecordHistoryOptions): { stop(): Promise<void> } {
  const { yields, chains, database, onFault, onKept = () => {} } = options
  const { everyMs = EVERY_MS, renewMs = RENEW_MS } = options
  const elections = new Map(
    chains.map((chain) => [
      chain,
      createElection({
        ...{ database, name: `yield history ${chain}`, leaseSeconds: LEASE_SECONDS, everyMs: renewMs },
        ...{ onFault: report, onRecovered: settle },
      }),
    ]),
  )
  let isTurnFailing = false
  let isStopped = false
  let resolveStopped = () => {}
  const stopped = new Promise<void>((resolve) => {
    resolveStopped = resolve
  })
  let timer: ReturnType<typeof setTimeout> | undefined
  let running = turn()

  async function turn(): Promise<void> {
    let isWritten = false
    try {
      // `stop` does not wait for a database that is slow to open.
      await Promise.race([Promise.all([...elections.values()].map(({ decided }) => decided)), stopped])
      if (isStopped) return
      if (chains.some(isLed)) {
        const points = (await yields.indexes()).filter(({ chain }) => isLed(chain))
        await writePoints(database.query, points)
        isWritten = points.length > 0
      }
      isTurnFailing = false
      settle()
    } catch (error) {
      isTurnFailing = true
      report(error)
    }
    if (isStopped) return
    timer = setTimeout(
      () => {
        running = turn()
      },
      isWritten ? everyMs : Math.min(everyMs, FIRST_MS),
    )
  }

  function isLed(chain: string): boolean {
    return elections.get(chain)?.isLeader() ?? false
  }

  function settle() {
    const isFailing = isTurnFailing || [...elections.values()].some((election) => election.isFailing())
    if (!isFailing && !isStopped) onKept()
  }

  function report(error: unknown) {
    if (!isStopped) onFault(error)
  }

  return {
    async stop() {
      isStopped = true
      resolveStopped()
      clearTimeout(timer)
      await Promise.all([...elections.values()].map((election) => election.stop()))
      await running
    },
  }
}
