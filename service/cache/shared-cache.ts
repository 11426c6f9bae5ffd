/** A cache shared by instances: strings by key, each with a TTL. Never the only copy of anything. */
export interface SharedCache {
  /** Undefined when missing, or when the cache does not answer in time. Never rejects. */
  read(key: string): Promise<string | undefined>
  /** Never rejects; callers need not await it. */
  write(key: string, text: string, ttlMs: number): Promise<void>
  /** Number of entries; 0 when the cache does not answer in time. Never rejects. */
  size(): Promise<number>
  close(): void
}
