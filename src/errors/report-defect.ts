import { CODE_NOT_LOADED } from './code-not-loaded.ts'
import type { SluiceError } from './sluice-error.ts'
import { toLoadError } from './to-sluice-error.ts'

/** Passes an error of the widget's own code to the integrator. */
export type ReportError = (error: SluiceError) => void

/**
 * Passes an error of the widget's own code to `reportError`, with a support id. Ignores expected
 * failures: code that failed to load, an abort, a lost connection.
 */
export function reportDefect(cause: unknown, reportError: ReportError): undefined {
  if (isDefect(cause)) reportError(toLoadError(cause))
}

/** Resolves to undefined if a read fails, because its value is then unknown. Reports a defect. */
export function orUnknown<Value>(read: Promise<Value>, reportError: ReportError): Promise<Value | undefined> {
  return read.catch((cause: unknown) => reportDefect(cause, reportError))
}

/** Rethrows an error of the widget's own code, so that a `catch` handles only expected failures. */
export function rethrowDefect(thrown: unknown): undefined {
  if (isDefect(thrown)) throw thrown
}

/**
 * True for errors that the language throws, because all expected failures have other classes. Also
 * true for an `UNKNOWN` error that wraps one.
 */
export function isDefect(thrown: unknown): boolean {
  const cause = Object(thrown).code === 'UNKNOWN' ? Object(thrown).cause : thrown
  const { name } = Object(cause)
  return /^(Type|Reference|Range)Error$/.test(name) && !String(cause).match(CODE_NOT_LOADED)
}
