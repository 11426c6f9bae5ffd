import { type ReportError, reportDefect } from './report-defect.ts'

/** Reports only the first defect of a loop, which would repeat it with every round. */
export function reportFirst(reportError: ReportError): ReportError {
  let isReported = false
  return (error) => {
    if (!isReported) reportError(error)
    isReported = true
  }
}

/** Reports the defects among the failures of `Promise.allSettled`. */
export function reportRejections(
  results: readonly PromiseSettledResult<unknown>[],
  reportError: ReportError,
): void {
  for (const result of results) if (result.status === 'rejected') reportDefect(result.reason, reportError)
}
