import { BaseError, HttpRequestError, ResponseBodyTooLargeError, RpcRequestError, TimeoutError } from 'viem'
import { messageOf } from '../../lib/message-of.ts'

/**
 * Wordings about the size of a request. Matched first, because "limit exceeded" ends both kinds of
 * messages.
 */
const TOO_LARGE =
  /block.?range|\branges?\b|\bblocks\b|\bresults\b|\blogs?\b|response size|response too large|too (large|big|wide)|\bbytes\b/i
/** Wordings about the rate of requests. */
const TOO_OFTEN =
  /too many requests|rate.?limit|rate exceeded|request.?(limit|count|rate)|requests? (per|limited)|\brps\b|per.?(second|minute|day)|\/ ?(s|sec|second|min|minute|day)\b|credits|throughput|compute units|concurrent|throttl|daily|monthly|quota|usage limit|capacity|too much load|slow down|retry in|try again in/i
/** Wordings that are more likely about size than about anything else. */
const SOME_SIZE =
  /limit|many|more than|exceed|large|maximum|time[- ]?out|timed out|took too long|narrow|reduce|smaller/i
/** EIP-1474 calls this code "limit exceeded" without saying which limit. */
const LIMIT_EXCEEDED = -32005
const SOME_LIMIT = /^\W*(request )?limit exceeded\W*$/i

/**
 * Every node is over its budget. The code is HTTP's "Too Many Requests", because a later retry
 * helps.
 */
export class OverBudgetError extends Error {
  override readonly name = 'OverBudgetError'
  readonly code = 429

  constructor(method: string) {
    super(`${method} exceeds the budget of every node`)
  }
}

/** The calls that callers may make today are spent, by one key or by all. */
export class CallerBudgetError extends OverBudgetError {
  readonly isOfKey: boolean
  /** Seconds until midnight UTC at the latest. */
  readonly retryAfterSeconds: number

  constructor(
    method: string,
    { isOfKey, retryAfterSeconds }: { isOfKey: boolean; retryAfterSeconds: number },
  ) {
    super(method)
    this.isOfKey = isOfKey
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** Finds the budget error inside viem's errors. */
export function findCallerBudgetError(error: unknown): CallerBudgetError | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof CallerBudgetError) return cause
  }
  return undefined
}

/**
 * HTTP statuses of gateways that refuse a single request for its size. The node behind may serve
 * others.
 */
const REFUSED_BY_SIZE = new Set([413, 414])
/** HTTP statuses of gateways whose upstream timed out. */
const GATEWAY_TIMEOUTS = new Set([408, 504, 524])

/**
 * Returns true if a node sent no JSON-RPC response: it is down, too slow, or its gateway returned
 * another HTTP status.
 */
export function isUnreachable(error: unknown): boolean {
  return someCause(
    error,
    (cause) =>
      cause instanceof TimeoutError ||
      (cause instanceof HttpRequestError && !REFUSED_BY_SIZE.has(cause.status ?? 0)),
  )
}

/**
 * Returns true if a node refuses because of too many calls, so that waiting helps and a smaller
 * request does not. The wording decides, because nodes use code -32005 for both. An unknown limit
 * counts as a rate limit.
 */
export function isRateLimited(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false
  if (
    error.walk((cause) => (cause instanceof HttpRequestError && cause.status === 429) || hasCode(cause, 429))
  )
    return true
  const words = getReason(error)
  if (TOO_LARGE.test(words)) return false
  return TOO_OFTEN.test(words) || isUnclearLimit(error)
}

/**
 * The node is some blocks behind the one that returned the head. Requesting fewer blocks does not
 * help.
 */
const NOT_THERE_YET =
  /beyond (the )?(current )?(head|chain)|(greater|higher|later) than (the )?(latest|head|last)|unknown block/i

/**
 * Returns true if a node refuses a log range because of too many blocks, too many logs or a
 * timeout.
 */
export function isTooLarge(error: unknown): boolean {
  const words = error instanceof BaseError ? getReason(error) : messageOf(error)
  if (NOT_THERE_YET.test(words) || isRateLimited(error)) return false
  return isTooSlow(error) || TOO_LARGE.test(words) || SOME_SIZE.test(words)
}

function isTooSlow(error: unknown): boolean {
  return someCause(
    error,
    (cause) =>
      cause instanceof TimeoutError ||
      cause instanceof ResponseBodyTooLargeError ||
      (cause instanceof HttpRequestError &&
        (GATEWAY_TIMEOUTS.has(cause.status ?? 0) || REFUSED_BY_SIZE.has(cause.status ?? 0))),
  )
}

/**
 * Checks whether a node reports a limit without its kind. Some nodes do so for every large range,
 * however long one waits.
 */
export function isUnclearLimit(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false
  const words = getReason(error)
  if (TOO_LARGE.test(words) || TOO_OFTEN.test(words)) return false
  return SOME_LIMIT.test(error.details) || error.walk((cause) => hasCode(cause, LIMIT_EXCEEDED)) !== null
}

/** Returns the node's message without the URL and body that viem adds. */
export function describeRefusal(error: unknown): string {
  if (!(error instanceof BaseError)) return messageOf(error)
  const http = error.walk((cause) => cause instanceof HttpRequestError)
  const status = http instanceof HttpRequestError && http.status ? `HTTP ${http.status}: ` : ''
  return `${status}${error.details || error.shortMessage}${readData(error)}`
}

/**
 * Returns the text that classifies a refusal: the message, or the data, where Tenderly puts the
 * reason.
 */
function getReason(error: BaseError): string {
  const { details = '' } = error
  return TOO_LARGE.test(details) || TOO_OFTEN.test(details) ? details : `${details}${readData(error)}`
}

function readData(error: BaseError): string {
  const cause = error.walk((one) => one instanceof RpcRequestError)
  const data = cause instanceof RpcRequestError ? cause.data : undefined
  return data === undefined ? '' : ` ${JSON.stringify(data)}`
}

/** Checks for a revert, which is the same on every node and must not be retried. */
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
