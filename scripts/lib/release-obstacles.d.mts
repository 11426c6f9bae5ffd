export interface Release {
  manifest: {
    name: string
    version: string
    private?: boolean
    publishConfig?: { provenance?: boolean }
    exports?: Record<string, string | Record<string, string>>
    bin?: Record<string, string>
  }
  changelog: string
  files: readonly string[]
  changes: string
  isDryRun: boolean
}
export function findObstacles(release: Release): string[]
