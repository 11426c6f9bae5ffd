import { isDefect } from '../errors/report-defect.ts'
import { SluiceError } from '../errors/sluice-error.ts'
import { toLoadError } from '../errors/to-sluice-error.ts'

/**
 * A failed RPC call as a `SluiceError`: a failure of the node unless the browser is offline. An
 * error of the widget's own code is `UNKNOWN`, with a support id.
 */
export function toRpcError(cause: unknown): SluiceError {
  if (cause instanceof SluiceError || isDefect(cause)) return toLoadError(cause)
  return toNodeError(cause)
}

/** A failure of the node, or of the connection to it, whatever was thrown. */
export function toNodeError(cause: unknown): SluiceError {
  const isOffline = globalThis.navigator?.onLine === false
  return new SluiceError(isOffline ? 'NETWORK_LOST' : 'RPC_UNAVAILABLE', {
    cause,
    details: getMessage(cause),
  })
}

/** The first numeric JSON-RPC code in the chain of causes. */
export function getRpcCode(error: unknown): number | undefined {
  for (const cause of getCauses(error)) {
    if ('code' in cause && typeof cause.code === 'number') return cause.code
  }
  return undefined
}

/** The first revert data in the chain of causes. */
export function getRevertData(error: unknown): `0x${string}` | undefined {
  for (const cause of getCauses(error)) {
    if (!('data' in cause)) continue
    const data = cause.data
    if (typeof data === 'string' && data.startsWith('0x')) return data as `0x${string}`
  }
  return undefined
}

/** The HTTP status of a response that is not JSON-RPC; undefined without one. */
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

/** The error and its causes, outermost first. Limited, because causes may be circular. */
function getCauses(error: unknown): object[] {
  const causes: object[] = []
  let current = error
  while (typeof current === 'object' && current !== null && causes.length < 12) {
    causes.push(current)
    current = 'cause' in current ? current.cause : undefined
  }
  return causes
}
