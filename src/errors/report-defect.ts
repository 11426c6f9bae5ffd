import { CODE_NOT_LOADED } from './code-not-loaded.ts'
import type { SluiceError } from './sluice-error.ts'
import { toLoadError } from './to-sluice-error.ts'

/**
 * Passes an error of the widget's own code to `reportError`, with a support id. Ignores expected
 * failures: code that failed to load, an abort, a lost connection.
 */
export function reportDefect(cause: unknown, reportError: (error: SluiceError) => void): void {
  if (isDefect(cause)) reportError(toLoadError(cause))
}

/** True for errors that the language throws, because all expected failures have other classes. */
export function isDefect(cause: unknown): boolean {
  const { name } = Object(cause)
  return /^(Type|Reference|Range)Error$/.test(name) && !String(cause).match(CODE_NOT_LOADED)
}
