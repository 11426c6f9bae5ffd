import type { Database } from '../database/database.ts'
import { withTimeout } from '../lib/with-timeout.ts'
import { addUsage, getUsageKey, type Usage } from './usage-records.ts'

/** Who asked for what: a key and the `uniquePID` it named. */
export interface UsageLog {
  /** Counts one answer. Never waits, never fails. */
  count(keyId: string, uniquePid: string, work: 'price' | 'quote'): void
}

export interface StoredUsageLog extends UsageLog {
  /** Writes what is counted now, after a write under way. Never fails: what cannot be written is kept. */
  flush(): Promise<void>
  /** Writes what is left, within two seconds. */
  stop(): Promise<void>
}

export interface UsageLogOptions {
  database: Database
  /** How often counts are written, in milliseconds: what a killed process loses. Default 5 s. */
  everyMs?: number
  /** How many `uniquePID`s a key may bring in a day before further ones are counted together. */
  maxPidsPerKey?: number
  onFault(error: unknown): void
}

/** Has a space, so nobody can send it as a `uniquePID`. */
export const OTHER_PIDS = 'all others'
const FLUSH_MS = 5_000
const STOP_MS = 2_000

/** Counts in memory and writes in batches: a caller that invents names fills neither memory nor database. */
export function createUsageLog(options: UsageLogOptions): StoredUsageLog {
  const { database, everyMs = FLUSH_MS, maxPidsPerKey = 1_000, onFault } = options
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
