import { CODE_NOT_LOADED } from '../errors/code-not-loaded.ts'
import type { WidgetFailure } from './types.ts'

/**
 * Names an error of starting a widget: `LOAD_FAILED` if its code failed to load, and `UNKNOWN` with
 * a support id if the code threw. Imports nothing at run time, because the chunk of the widget may
 * throw.
 */
export function nameFailure(error: WidgetFailure): void {
  if (String(error).match(CODE_NOT_LOADED)) {
    error.code = 'LOAD_FAILED'
    return
  }
  error.code = 'UNKNOWN'
  error.supportId = `sluice-${crypto.getRandomValues(new BigUint64Array(1))}`
}
