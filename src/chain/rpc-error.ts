import { SluiceError } from '../errors/sluice-error.ts'

/** A failure of an RPC call as a `SluiceError`; what has no code of its own means the network is lost. */
export function toRpcError(cause: unknown): SluiceError {
  if (cause instanceof SluiceError) return cause
  return new SluiceError('NETWORK_LOST', { cause, details: getMessage(cause) })
}

/** The numeric JSON-RPC code anywhere in the chain of causes. */
export function getRpcCode(error: unknown): number | undefined {
  for (const cause of getCauses(error)) {
    if ('code' in cause && typeof cause.code === 'number') return cause.code
  }
  return undefined
}

/** Data of a revert anywhere in the chain of causes. */
export function getRevertData(error: unknown): `0x${string}` | undefined {
  for (const cause of getCauses(error)) {
    if (!('data' in cause)) continue
    const data = cause.data
    if (typeof data === 'string' && data.startsWith('0x')) return data as `0x${string}`
  }
  return undefined
}

/** HTTP status of the answer, when there was an answer that is no JSON-RPC. */
export function getHttpStatus(error: unknown): number | undefined {
  for (const cause of getCauses(error)) {
    if ('status' in cause && typeof cause.status === 'number') return cause.status
  }
  return undefined
}

export function getMessage(error: unknown): string {
  for (const cause of getCauses(error)) {
    if ('details' in cause && typeof cause.details === 'string' && cause.details !== '') return cause.details
  }
  return error instanceof Error ? error.message : String(error)
}

/** The error and what caused it, outermost first. Bounded: a cause may be its own cause. */
function getCauses(error: unknown): object[] {
  const causes: object[] = []
  let current = error
  while (typeof current === 'object' && current !== null && causes.length < 12) {
    causes.push(current)
    current = 'cause' in current ? current.cause : undefined
  }
  return causes
}
