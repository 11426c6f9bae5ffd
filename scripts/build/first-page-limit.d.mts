export interface SizedPart {
  name: string
  bytes: number
}
export const MAX_FIRST_PAGE_BYTES: number
export const MAX_FIRST_PAGE_FILES: number
export function measureFirstPage(folder: string): SizedPart[]
export function describeExcess(page: {
  files: readonly SizedPart[]
  modules?: readonly SizedPart[]
}): string | undefined
