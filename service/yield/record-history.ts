import type { Database } from '../database/database.ts'
import { createElection } from '../elections/create-election.ts'
import type { YieldIndexes } from './create-yield.ts'
import { writePoints } from './index-points.ts'

export interface KeepHistoryOptions {
  yields: YieldIndexes
  database: Database
  /** What was not written is missing, and the next is tried. */
  onFault(error: unknown): void
  /** Milliseconds between points. Default: ten minutes; one an hour is kept. */
  everyMs?: number
}

const EVERY_MS = 600_000
/** While there is nothing to write, or another writes. */
const FIRST_MS = 30_000
/** So slow a work needs no quick succession. */
const LEASE = { leaseSeconds: 60, everyMs: 15_000 }

/**
 * Writes down how the deposits of each reserve grow, once for all instances: most nodes forget what was a week ago, and
 * then this stands in for them. Returns how to stop.
 */
export function keepHistory(options: KeepHistoryOptions): { stop(): Promise<void> } {
  const { yields, database, onFault, everyMs = EVERY_MS } = options
  const election = createElection({ database, name: 'yield history', onFault: told, ...LEASE })
  let isStopped = false
  let leave = () => {}
  const left = new Promise<void>((resolve) => {
    leave = resolve
  })
  let timer: ReturnType<typeof setTimeout> | undefined
  let turning = turn()

  async function turn(): Promise<void> {
    let isWritten = false
    try {
      // A database can take long to open: whoever wants to end does not wait for it.
      await Promise.race([election.decided, left])
      if (isStopped) return
      if (election.isLeader()) {
        const points = await yields.indexes()
        if (election.isLeader()) await writePoints(database.query, points)
        isWritten = points.length > 0
      }
    } catch (error) {
      told(error)
    }
    if (isStopped) return
    timer = setTimeout(
      () => {
        turning = turn()
      },
      isWritten ? everyMs : Math.min(everyMs, FIRST_MS),
    )
  }

  function told(error: unknown) {
    if (!isStopped) onFault(error)
  }

  return {
    async stop() {
      isStopped = true
      leave()
      clearTimeout(timer)
      await election.stop()
      await turning
    },
  }
}
