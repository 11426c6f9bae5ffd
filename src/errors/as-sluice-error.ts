import { SluiceError } from './sluice-error.ts'

/** An error as the widget's own. What nobody translated where it entered is a defect: `UNKNOWN`, with its cause. */
export function asSluiceError(error: unknown): SluiceError {
  if (error instanceof SluiceError) return error
  return new SluiceError('UNKNOWN', { cause: error, details: String(error) })
}
