/** Runs work once for all who ask for it under one key while it runs. */
export function createSharedWork<Result>(): (key: string, work: () => Promise<Result>) => Promise<Result> {
  const running = new Map<string, Promise<Result>>()
  return (key, work) => {
    const before = running.get(key)
    if (before) return before
    const started = work().finally(() => running.delete(key))
    running.set(key, started)
    return started
  }
}
