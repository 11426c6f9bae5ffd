import { BaseError, UnknownRpcError } from 'viem'
import { createRedact } from './redact.ts'

const redact = createRedact()
const { shortMessage: UNKNOWN_RPC_ERROR } = new UnknownRpcError(new Error())

/** Returns log fields of an event: bigints and errors as strings, and only the hosts of URLs. */
export function plainFields(about: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(about).map(([name, value]) => {
      if (typeof value === 'bigint') return [name, value.toString()]
      return [name, value instanceof Error ? errorInWords(value) : value]
    }),
  )
}

/** Omits the request and the URL, because URLs of nodes often contain a key. */
export function errorInWords(error: Error): string {
  const message = error instanceof BaseError ? describeBaseError(error) : error.message
  const reason = getReason(error)
  const words = reason ? `${message} (${reason})` : message
  return redact(words.trim())
}

/** Prefers the details over viem's generic message for unknown errors. */
function describeBaseError({ shortMessage, details }: BaseError): string {
  if (!details) return shortMessage
  return shortMessage === UNKNOWN_RPC_ERROR ? details : `${shortMessage} ${details}`
}

/**
 * Returns the cause of a failed fetch, such as `connect ECONNREFUSED 127.0.0.1:8545`, which its
 * message omits.
 */
function getReason(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if (error.message !== 'fetch failed') return getReason(error.cause)
  const { cause } = error
  const reason = cause instanceof AggregateError ? cause.errors[0] : cause
  return reason instanceof Error ? reason.message : undefined
}

/** The same as `errorInWords`, with the stack. */
export function errorTrace(error: Error): string {
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return [errorInWords(error), ...frames].join('\n')
}
