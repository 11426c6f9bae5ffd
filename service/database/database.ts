/** What both engines bind alike. */
export type Param = string | number | boolean | null | readonly string[]

export type Row = Record<string, unknown>

export interface Database {
  /**
   * Runs one statement as a transaction of its own. Rows hold JSON values alone: a statement casts what is none
   * (`count(*)::text`). The first call opens the database and brings its tables up to date; where that fails, the
   * next call tries again. Throws `DatabaseError`.
   */
  query(sql: string, params?: readonly Param[]): Promise<Row[]>
  /** Where the data is, for messages; no secret. */
  place: string
  /** Whether there was nothing at all when it was named. */
  isNew: boolean
  /** Lets go of files and connections at once. Statements under way fail. */
  close(): Promise<void>
}

export type Query = Database['query']

/** A statement that failed, or a database that cannot be reached. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError'
  /** SQLSTATE, or the code of the failed connection; undefined when there is none. */
  readonly code: string | undefined

  constructor(message: string, options: { code?: string | undefined; cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.code = options.code
  }
}

export function asDatabaseError(error: unknown): DatabaseError {
  if (error instanceof DatabaseError) return error
  if (!(error instanceof Error)) return new DatabaseError(String(error))
  // A connection tried over several addresses fails without words of its own.
  const message = error.message || getErrorCode(error) || error.name
  return new DatabaseError(message, { code: getErrorCode(error), cause: error })
}

function getErrorCode(error: Error): string | undefined {
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
