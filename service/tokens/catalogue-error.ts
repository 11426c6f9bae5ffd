export type CatalogueErrorCode = 'BAD_USER_INPUT' | 'UNSUPPORTED_CHAIN' | 'SERVICE_UNAVAILABLE'

/** A question the catalogue cannot answer; the code goes out as `extensions.code`. */
export class CatalogueError extends Error {
  override readonly name = 'CatalogueError'
  readonly code: CatalogueErrorCode

  constructor(code: CatalogueErrorCode, message: string) {
    super(message)
    this.code = code
  }
}
