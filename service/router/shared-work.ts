/** Deduplicates concurrent work by key: callers with the same key share one promise. */
export function createSharedWork<Result>(): (key: string, work: () => Promise<Result>) => Promise<Result> {
  const pending = new Map<string, Promise<Result>>()
  return (key, work) => {
    const known = pending.get(key)
    if (known) return known
    const started = work().finally(() => pending.delete(key))
    pending.set(key, started)
    return started
  }
}
