/** What instances have worked out, for each other. Texts by key, each for its time; nothing in it is ever the only copy. */
export interface SharedCache {
  /** Undefined when there is none, and when the cache cannot be reached in time: never rejects. */
  read(key: string): Promise<string | undefined>
  /** Never rejects, and nobody need wait for it. */
  write(key: string, text: string, ttlMs: number): Promise<void>
  /** How many texts it holds now; 0 when it cannot be reached in time. Never rejects. */
  size(): Promise<number>
  close(): void
}
