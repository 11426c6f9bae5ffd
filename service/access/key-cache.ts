import type { Database } from '../database/database.ts'
import { unavailable } from '../lib/service-error.ts'
import type { ApiKey, KeyStore } from './api-key.ts'
import { readKeyRevision, readLiveKeys } from './key-records.ts'

export interface KeyCacheOptions {
  database: Database
  /** How often changes are looked for, in milliseconds: a revoked key works for so long at most. Default 2 s. */
  everyMs?: number
  /** Once when the database is lost, and once when it is back. The keys read before stay good meanwhile. */
  onLost(error: unknown): void
  onBack(): void
}

export interface KeyCache extends KeyStore {
  /** Resolves when the keys were looked for once, found or not. */
  read: Promise<void>
  /** Looks for changes now, after a look under way. Never fails. */
  refresh(): Promise<void>
  stop(): void
}

export const REFRESH_MS = 2_000

/**
 * The keys of a database, whole in memory: no request waits for it, and guessing keys costs it nothing. They are
 * read again, page by page, when their revision moved. Made for some ten thousand keys: as many take half a second.
 */
export function createKeyCache({
  database,
  everyMs = REFRESH_MS,
  onLost,
  onBack,
}: KeyCacheOptions): KeyCache {
  // Making a database takes seconds, and holds no key before.
  let keys: Map<string, ApiKey & { expiresAtMs: number }> | undefined = database.isNew ? new Map() : undefined
  let revision: string | undefined
  let isLost = false
  let isStopped = false
  let looking = Promise.resolve()
  let timer: ReturnType<typeof setTimeout> | undefined

  async function look(): Promise<void> {
    try {
      const current = await readKeyRevision(database)
      if (current !== revision) {
        const next: typeof keys = new Map()
        for await (const key of readLiveKeys(database)) next.set(key.hash, key)
        keys = next
        revision = current
      }
      if (isLost) onBack()
      isLost = false
    } catch (error) {
      if (!isLost && !isStopped) onLost(error)
      isLost = true
    }
  }

  function refresh(): Promise<void> {
    looking = looking.then(look)
    return looking
  }

  async function keepLooking(): Promise<void> {
    await refresh()
    if (isStopped) return
    timer = setTimeout(keepLooking, everyMs)
    timer.unref()
  }
  const read = keepLooking()

  return {
    read: database.isNew ? Promise.resolve() : read,
    refresh,
    find(hash) {
      if (!keys) throw unavailable()
      const key = keys.get(hash)
      return key && key.expiresAtMs > Date.now() ? key : undefined
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
