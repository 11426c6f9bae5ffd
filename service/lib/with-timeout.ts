export interface TimeoutOptions<Fallback> {
  timeoutMs: number
  /** Returns the value to use instead, or throws the error to reject with. */
  onTimeout: () => Fallback
}

/**
 * Returns the value of `work`, or the result of `onTimeout` after the timeout. Does not cancel the
 * work.
 */
export async function withTimeout<Value, Fallback = never>(
  work: Promise<Value>,
  { timeoutMs, onTimeout }: TimeoutOptions<Fallback>,
): Promise<Value | Fallback> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const expired = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, timeoutMs)
  })
  try {
    return await Promise.race([work, expired.then(onTimeout)])
  } finally {
    clearTimeout(timer)
  }
}
