import { createId } from '../lib/create-id.ts'
import { CODE_NOT_LOADED } from './code-not-loaded.ts'
import { SluiceError } from './sluice-error.ts'

/** Converts an error thrown by a request. A `SluiceError` is returned unchanged. */
export function toSluiceError(
  cause: unknown,
  context: { url: string; supportId?: string | undefined },
): SluiceError {
  if (cause instanceof SluiceError) return cause
  const about = (text: string) => ({
    details: `${context.url}: ${text}`,
    cause,
    ...(context.supportId !== undefined && { supportId: context.supportId }),
  })
  if (cause instanceof SyntaxError) return new SluiceError('INVALID_RESPONSE', about('not JSON'))
  switch (getErrorName(cause)) {
    case 'TimeoutError':
      return new SluiceError('TIMEOUT', about('no answer in time'))
    // fetch throws these for a lost network, a refused connection and a CORS failure alike. Only the browser knows which.
    case 'TypeError':
    case 'NetworkError':
    case 'AbortError':
      return new SluiceError(
        globalThis.navigator?.onLine ? 'SERVICE_UNAVAILABLE' : 'NETWORK_LOST',
        about(String(cause)),
      )
    default:
      return new SluiceError('UNKNOWN', about(String(cause)))
  }
}

/**
 * Converts the error of a failed dynamic import: `LOAD_FAILED` or `NETWORK_LOST` if the code did not
 * arrive, and `UNKNOWN` with a support id if the code threw, because a retry cannot help then.
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
    details: `${context ? `${context.url}: ` : ''}code did not arrive: ${details}`,
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

function getErrorName(cause: unknown): string {
  return typeof cause === 'object' && cause !== null && 'name' in cause ? String(cause.name) : ''
}
