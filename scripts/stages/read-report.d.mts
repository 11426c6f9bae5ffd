export interface ReportCount {
  passed: number
  failed: number
  skipped: number
  failures: { name: string; error: string }[]
  retried: string[]
}

export function readReport(file: string): ReportCount
