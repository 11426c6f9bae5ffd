export interface ReportCount {
  passed: number
  failed: number
  skipped: number
  retried: string[]
}

export function readReport(file: string): ReportCount
