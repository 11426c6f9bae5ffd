import { BaseError, HttpRequestError, TimeoutError } from 'viem'

/** About what was asked for: blocks, or the logs of them. Looked for first, as "limit exceeded" ends both kinds of sentences. */
const TOO_LARGE =
  /block.?range|\branges?\b|\bblocks\b|\bresults\b|\blogs?\b|response size|response too large|too large|too wide|\bbytes\b/i
/** About how often. */
const TOO_OFTEN =
  /too many requests|rate.?limit|rate exceeded|request.?(limit|count|rate)|requests? (per|limited)|\brps\b|per.?(second|minute|day)|\/ ?(s|sec|second|min|minute|day)\b|credits|throughput|compute units|concurrent|throttl|daily|monthly|quota|usage limit|capacity|too much load|slow down|retry in|try again in/i
/** More likely about what was asked for than anything else. */
const SOME_SIZE = /limit|many|more than|exceed|large|maximum|timeout|took too long/i
/** In the words of EIP-1474 "limit exceeded", and of no kind. */
const LIMIT_EXCEEDED = -32005
const SOME_LIMIT = /^\W*(request )?limit exceeded\W*$/i

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

/**
 * Whether a node refuses because it was asked too often: asking for less would not help, waiting does. Its words decide, as code
 * -32005 is of both: Infura and Nethermind say it of too many logs, Infura and Chainstack of too many requests. A limit without a
 * kind counts as this one: nothing is lost by waiting.
 */
export function isRateLimited(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false
  if (
    error.walk((cause) => (cause instanceof HttpRequestError && cause.status === 429) || hasCode(cause, 429))
  )
    return true
  if (TOO_LARGE.test(error.details)) return false
  return TOO_OFTEN.test(error.details) || isUnclearLimit(error)
}

/** A node that is some blocks behind the one that named the head: asking for fewer blocks would not help. */
const NOT_THERE_YET =
  /beyond (the )?(current )?(head|chain)|(greater|higher|later) than (the )?(latest|head|last)|unknown block/i

/** Whether a node refuses a range of logs because it is of too many blocks or logs, each node in its own words. */
export function isTooLarge(error: unknown): boolean {
  if (NOT_THERE_YET.test(String(error))) return false
  return !isRateLimited(error) && (TOO_LARGE.test(String(error)) || SOME_SIZE.test(String(error)))
}

/** Whether a node names a limit, and not of what. Some say so at every request for many blocks, however long one waits. */
export function isUnclearLimit(error: unknown): boolean {
  if (!(error instanceof BaseError) || TOO_LARGE.test(error.details) || TOO_OFTEN.test(error.details))
    return false
  return SOME_LIMIT.test(error.details) || error.walk((cause) => hasCode(cause, LIMIT_EXCEEDED)) !== null
}

/** A revert is the same on every node: do not retry. */
export function isRevert(error: unknown): boolean {
  return someCause(
    error,
    (cause) => hasCode(cause, 3) || (cause instanceof Error && /revert/i.test(cause.message)),
  )
}

function someCause(error: unknown, test: (cause: unknown) => boolean): boolean {
  return error instanceof BaseError ? error.walk(test) !== null : test(error)
}

function hasCode(cause: unknown, code: number): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === code
}
