import type { Database } from '../database/database.ts'
import { withTimeout } from '../lib/with-timeout.ts'
import { addUsage, getUsageKey, type Usage } from './usage-records.ts'

/** Counts responses by key and `uniquePID`. */
export interface UsageLog {
  /** Counts one response. Synchronous, never throws. */
  count(keyId: string, uniquePid: string, work: 'price' | 'quote'): void
}

export interface StoredUsageLog extends UsageLog {
  /**
   * Writes the counts, after a pending write. Never rejects, and keeps counts that could not be
   * written.
   */
  flush(): Promise<void>
  /** Writes the remaining counts within two seconds. */
  stop(): Promise<void>
}

export interface UsageLogOptions {
  database: Database
  /** Write interval in milliseconds. A killed process loses at most this much. Default: 5,000. */
  everyMs?: number
  /** Maximum number of `uniquePID`s per key and day. Others are counted together. */
  maxPidsPerKey?: number
  onFault(error: unknown): void
  /** Called after each successful write. */
  onKept?: () => void
}

/** The space prevents a `uniquePID` with this name. */
export const OTHER_PIDS = 'all others'
const FLUSH_MS = 5_000
const STOP_MS = 2_000

/**
 * Counts in memory and writes in batches. Bounded, so that invented ids fill neither memory nor the
 * database.
 */
export function createUsageLog(options: UsageLogOptions): StoredUsageLog {
  const { database, everyMs = FLUSH_MS, maxPidsPerKey = 1_000, onFault, onKept = () => {} } = options
  let counted = new Map<string, Usage>()
  let pidsToday = { day: '', byKey: new Map<string, Set<string>>() }
  let writing = Promise.resolve()

  function attributed(keyId: string, uniquePid: string, day: string): string {
    if (pidsToday.day !== day) pidsToday = { day, byKey: new Map() }
    const pids = pidsToday.byKey.get(keyId) ?? new Set()
    pidsToday.byKey.set(keyId, pids)
    if (!pids.has(uniquePid) && pids.size >= maxPidsPerKey) return OTHER_PIDS
    pids.add(uniquePid)
    return uniquePid
  }

  function add(usage: Usage) {
    const known = counted.get(getUsageKey(usage))
    if (!known) return counted.set(getUsageKey(usage), usage)
    known.prices += usage.prices
    known.quotes += usage.quotes
  }

  async function write(): Promise<void> {
    if (counted.size === 0) return
    const batch = [...counted.values()]
    counted = new Map()
    try {
      await addUsage(database, batch)
      onKept()
    } catch (error) {
      for (const usage of batch) add(usage)
      onFault(error)
    }
  }

  function flush(): Promise<void> {
    writing = writing.then(write)
    return writing
  }
  const timer = setInterval(flush, everyMs)
  timer.unref()

  return {
    flush,
    count(keyId, uniquePid, work) {
      const day = new Date().toISOString().slice(0, 10)
      const [prices, quotes] = work === 'price' ? [1n, 0n] : [0n, 1n]
      add({ keyId, uniquePid: attributed(keyId, uniquePid, day), day, prices, quotes })
    },
    async stop() {
      clearInterval(timer)
      await withTimeout(flush(), { timeoutMs: STOP_MS, onTimeout: () => undefined })
    },
  }
}
