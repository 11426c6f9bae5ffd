/** A cache of strings with a TTL that instances share. Never holds the only copy of any data. */
export interface SharedCache {
  /**
   * Returns undefined if the key is missing or the cache does not respond in time. Never rejects.
   */
  read(key: string): Promise<string | undefined>
  /** Never rejects, so callers need not await it. */
  write(key: string, text: string, ttlMs: number): Promise<void>
  /** Returns the number of entries, or 0 if the cache does not respond in time. Never rejects. */
  size(): Promise<number>
  close(): void
}
