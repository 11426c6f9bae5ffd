export function firstPageFiles(folder: string): string[]
export function readIntegrity(folder: string): Record<string, string>
export function createSnippet(folder: string, base: string): { html: string; policySource: string }
export function createSnippetPage(
  folder: string,
  options: { version: string; url?: string | undefined },
): string
export function createFramePage(folder: string, parents: readonly string[]): string
