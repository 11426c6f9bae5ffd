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
  /** Milliseconds between points. Default: 600,000. One point per hour is stored. */
  everyMs?: number
}

const EVERY_MS = 600_000
/** Interval while nothing was written or another instance leads. */
const FIRST_MS = 30_000
/** Longer than the default lease, because this work is slow. */
const LEASE = { leaseSeconds: 60, everyMs: 15_000 }

/**
 * Records the index of each reserve, because nodes may have no state that is a week old. One
 * instance records each chain.
 */
export function recordHistory(options: RecordHistoryOptions): { stop(): Promise<void> } {
  const { yields, chains, database, onFault, everyMs = EVERY_MS } = options
  const elections = new Map(
    chains.map((chain) => [
      chain,
      createElection({ database, name: `yield history ${chain}`, onFault: report, ...LEASE }),
    ]),
  )
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
    } catch (error) {
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
