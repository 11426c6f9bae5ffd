import type { Database } from '../database/database.ts'
import { unavailable } from '../lib/service-error.ts'
import type { ApiKey, KeyStore } from './api-key.ts'
import { readKeyRevision, readLiveKeys } from './key-records.ts'

export interface KeyCacheOptions {
  database: Database
  /**
   * Polling interval in milliseconds, and the maximum time that a revoked key stays valid. Default:
   * 2,000.
   */
  everyMs?: number
  /**
   * Called once when the database becomes unreachable, and once when it is reachable again. Cached
   * keys stay valid in between.
   */
  onLost(error: unknown): void
  onBack(): void
}

export interface KeyCache extends KeyStore {
  /** Resolves after the first poll, successful or not. */
  read: Promise<void>
  /** Polls now, after a pending poll. Never rejects. */
  refresh(): Promise<void>
  /** Returns false while changes of keys cannot be read. */
  isCurrent(): boolean
  stop(): void
}

export const REFRESH_MS = 2_000

/**
 * Caches all keys of the database in memory, so that no request waits for the database and guessed
 * keys cause no queries. Reads the keys again, page by page, when their revision changes. Designed
 * for up to about ten thousand keys.
 */
export function createKeyCache({
  database,
  everyMs = REFRESH_MS,
  onLost,
  onBack,
}: KeyCacheOptions): KeyCache {
  // A new database has no keys, and its initialization takes seconds.
  let keys: Map<string, ApiKey & { expiresAtMs: number }> | undefined = database.isNew ? new Map() : undefined
  let revision: string | undefined
  let isLost = false
  let isStopped = false
  let polling = Promise.resolve()
  let timer: ReturnType<typeof setTimeout> | undefined

  async function poll(): Promise<void> {
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
    polling = polling.then(poll)
    return polling
  }

  async function pollForever(): Promise<void> {
    await refresh()
    if (isStopped) return
    timer = setTimeout(pollForever, everyMs)
    timer.unref()
  }
  const read = pollForever()

  return {
    read: database.isNew ? Promise.resolve() : read,
    refresh,
    find(hash) {
      if (!keys) throw unavailable()
      const key = keys.get(hash)
      return key && key.expiresAtMs > Date.now() ? key : undefined
    },
    isReadable: () => keys !== undefined,
    isCurrent: () => !isLost,
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
