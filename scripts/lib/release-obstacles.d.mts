export interface Release {
  manifest: {
    name: string
    version: string
    repository?: { type: string; url: string }
    homepage?: string | undefined
    bugs?: string | undefined
    private?: boolean
    publishConfig?: { provenance?: boolean }
    exports?: Record<string, string | Record<string, string>>
    bin?: Record<string, string>
  }
  changelog: string
  files: readonly string[]
  contacts: Record<string, string>
  changes: string
  source?: string | undefined
  isDryRun: boolean
}
export function findObstacles(release: Release): string[]
