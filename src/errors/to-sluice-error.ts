import { createId } from '../../wire/lib/create-id.ts'
import { CODE_NOT_LOADED } from './code-not-loaded.ts'
import type { ErrorCode } from './codes.ts'
import { SluiceError } from './sluice-error.ts'

/** Converts an error thrown by a request. A `SluiceError` is returned unchanged. */
export function toSluiceError(
  cause: unknown,
  { url, supportId }: { url: string; supportId?: string | undefined },
): SluiceError {
  if (cause instanceof SluiceError) return cause
  const error = (code: ErrorCode, text = String(cause)) =>
    new SluiceError(code, { details: `${url}: ${text}`, cause, supportId })
  const { name } = Object(cause)
  if (cause instanceof SyntaxError) return error('INVALID_RESPONSE', 'not JSON')
  if (name === 'TimeoutError') return error('TIMEOUT', 'no response in time')
  if (!/^(Type|Network|Abort)Error$/.test(name)) return error('UNKNOWN')
  // fetch throws the same error for a lost network, a refused connection and a CORS failure.
  return error(globalThis.navigator?.onLine ? 'SERVICE_UNAVAILABLE' : 'NETWORK_LOST')
}

/**
 * Converts the error of a failed dynamic import: `LOAD_FAILED` or `NETWORK_LOST` if the code failed
 * to load, and `UNKNOWN` with a support id if the code threw, because a retry cannot help then.
 */
export function toLoadError(
  cause: unknown,
  context?: { url: string; supportId: string | undefined },
): SluiceError {
  if (cause instanceof SluiceError) return cause
  const details = String(cause)
  if (!details.match(CODE_NOT_LOADED)) {
    return new SluiceError('UNKNOWN', { details, supportId: createId('sluice'), cause })
  }
  return new SluiceError(globalThis.navigator?.onLine === false ? 'NETWORK_LOST' : 'LOAD_FAILED', {
    details: `${context ? `${context.url}: ` : ''}code failed to load: ${details}`,
    supportId: context?.supportId,
    cause,
  })
}

/** Awaits a dynamic import of the widget. Rejects with the result of `toLoadError`. */
export async function loaded<Part>(part: Promise<Part>): Promise<Part> {
  try {
    return await part
  } catch (cause) {
    throw toLoadError(cause)
  }
}
