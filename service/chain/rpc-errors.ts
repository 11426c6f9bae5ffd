import { BaseError, HttpRequestError, TimeoutError } from 'viem'

const TOO_MANY_REQUESTS =
  /too many requests|rate.?limit|request.?limit|requests? per|per.?second|throughput|compute units|throttl|daily|capacity/i

/** Every node is over its budget. With the code of HTTP's "Too Many Requests": asking again later helps. */
export class OverBudgetError extends Error {
  override readonly name = 'OverBudgetError'
  readonly code = 429

  constructor(method: string) {
    super(`${method} is over the budget of every node`)
  }
}

/** No answer at all: of a node that is down, too slow, or that an HTTP status speaks for. */
export function isUnreachable(error: unknown): boolean {
  return someCause(error, (cause) => cause instanceof HttpRequestError || cause instanceof TimeoutError)
}

/** Whether a node refuses because it was asked too often: asking for less would not help, waiting does. */
export function isRateLimited(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false
  const isStatus = (cause: unknown) => cause instanceof HttpRequestError && cause.status === 429
  const isCode = (cause: unknown) => cause instanceof Error && 'code' in cause && cause.code === 429
  if (error.walk((cause) => isStatus(cause) || isCode(cause))) return true
  return TOO_MANY_REQUESTS.test(`${error.shortMessage} ${error.details}`)
}

/** A revert is the same on every node: do not retry. */
export function isRevert(error: unknown): boolean {
  return someCause(
    error,
    (cause) =>
      (cause instanceof Error && 'code' in cause && cause.code === 3) ||
      (cause instanceof Error && /revert/i.test(cause.message)),
  )
}

function someCause(error: unknown, test: (cause: unknown) => boolean): boolean {
  return error instanceof BaseError ? error.walk(test) !== null : test(error)
}
