export interface TimeoutOptions<Fallback> {
  timeoutMs: number
  /** Returns the value to use instead, or throws the error to reject with. */
  onTimeout: () => Fallback
}

/** The value of `work`, or what `onTimeout` returns when it takes longer. The work itself goes on. */
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
