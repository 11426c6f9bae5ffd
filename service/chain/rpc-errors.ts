import { BaseError, HttpRequestError, ResponseBodyTooLargeError, RpcRequestError, TimeoutError } from 'viem'
import { messageOf } from '../lib/message-of.ts'

/**
 * Words about the size of a request. They are matched first, because "limit exceeded" ends both
 * kinds of sentences.
 */
const TOO_LARGE =
  /block.?range|\branges?\b|\bblocks\b|\bresults\b|\blogs?\b|response size|response too large|too (large|big|wide)|\bbytes\b/i
/** Words about the rate of requests. */
const TOO_OFTEN =
  /too many requests|rate.?limit|rate exceeded|request.?(limit|count|rate)|requests? (per|limited)|\brps\b|per.?(second|minute|day)|\/ ?(s|sec|second|min|minute|day)\b|credits|throughput|compute units|concurrent|throttl|daily|monthly|quota|usage limit|capacity|too much load|slow down|retry in|try again in/i
/** Words that are more likely about the size of a request than about anything else. */
const SOME_SIZE =
  /limit|many|more than|exceed|large|maximum|time[- ]?out|timed out|took too long|narrow|reduce|smaller/i
/** EIP-1474 calls it "limit exceeded" and does not say which limit. */
const LIMIT_EXCEEDED = -32005
const SOME_LIMIT = /^\W*(request )?limit exceeded\W*$/i

/**
 * Every node is over its budget. It has the code of HTTP's "Too Many Requests", because asking
 * again later helps.
 */
export class OverBudgetError extends Error {
  override readonly name = 'OverBudgetError'
  readonly code = 429

  constructor(method: string) {
    super(`${method} is over the budget of every node`)
  }
}

/** The calls of today that callers may make are spent: by one key, or by all of them. */
export class CallerBudgetError extends OverBudgetError {
  readonly isOfKey: boolean
  /** Until midnight UTC at the latest. */
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

/** The budget error that viem's errors wrap. */
export function findCallerBudgetError(error: unknown): CallerBudgetError | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof CallerBudgetError) return cause
  }
  return undefined
}

/** HTTP statuses by which a gateway refuses one request for its size: the node behind it may answer others. */
const REFUSED_BY_SIZE = new Set([413, 414])
/** HTTP statuses of gateways that gave up waiting for the answer. */
const GATEWAY_TIMEOUTS = new Set([408, 504, 524])

/**
 * Returns true when a node sent no JSON-RPC response: it is down, too slow, or its gateway
 * answered with another HTTP status.
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
 * * Returns true when a node refuses because it was called too often: waiting helps, a smaller
 * request does not. The words decide, because nodes use code -32005 for both. A limit of an
 * unknown kind counts as this one.
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

/** A node that is some blocks behind the one that named the head: asking for fewer blocks would not help. */
const NOT_THERE_YET =
  /beyond (the )?(current )?(head|chain)|(greater|higher|later) than (the )?(latest|head|last)|unknown block/i

/** Returns true when a node refuses a range of logs because it has too many blocks or logs, or takes too long. */
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

/** Whether a node names a limit, and not of what. Some say so at every request for many blocks, however long one waits. */
export function isUnclearLimit(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false
  const words = getReason(error)
  if (TOO_LARGE.test(words) || TOO_OFTEN.test(words)) return false
  return SOME_LIMIT.test(error.details) || error.walk((cause) => hasCode(cause, LIMIT_EXCEEDED)) !== null
}

/** The words of a node without the URL and body of the request, which viem adds to its messages. */
export function describeRefusal(error: unknown): string {
  if (!(error instanceof BaseError)) return messageOf(error)
  const http = error.walk((cause) => cause instanceof HttpRequestError)
  const status = http instanceof HttpRequestError && http.status ? `HTTP ${http.status}: ` : ''
  return `${status}${error.details || error.shortMessage}${readData(error)}`
}

/** The words that classify a refusal: the message, or the data, where Tenderly puts the reason. */
function getReason(error: BaseError): string {
  const { details = '' } = error
  return TOO_LARGE.test(details) || TOO_OFTEN.test(details) ? details : `${details}${readData(error)}`
}

function readData(error: BaseError): string {
  const cause = error.walk((one) => one instanceof RpcRequestError)
  const data = cause instanceof RpcRequestError ? cause.data : undefined
  return data === undefined ? '' : ` ${JSON.stringify(data)}`
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
