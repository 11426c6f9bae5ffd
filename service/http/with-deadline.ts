/** The promise's value, or the refusal when it takes longer than a caller should wait. */
export async function withDeadline<Value>(
  work: Promise<Value>,
  { deadlineMs, refusal }: { deadlineMs: number; refusal: () => Error },
): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(refusal()), deadlineMs)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
