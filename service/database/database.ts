/** Parameter types supported by both engines. */
export type Param = string | number | boolean | null | readonly string[]

export type Row = Record<string, unknown>

export interface QueryOptions {
  /** How long a server may work on the statement, in milliseconds. Default: 10,000. The embedded engine takes its time. */
  timeoutMs?: number | undefined
}

export interface Database {
  /**
   * Runs one statement in its own transaction. Rows contain JSON values only; statements cast other types
   * (`count(*)::text`). The first call opens the database and runs the migrations; on failure the next call tries
   * again. Throws `DatabaseError`.
   */
  query(sql: string, params?: readonly Param[], options?: QueryOptions): Promise<Row[]>
  /** Location of the data, for messages; no secret. */
  place: string
  /** Whether the data directory did not exist before. */
  isNew: boolean
  /** Closes files and connections at once. Pending statements fail. */
  close(): Promise<void>
}

export type Query = Database['query']

/** A failed statement, or an unreachable database. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError'
  /** SQLSTATE, or the code of the connection error; undefined without either. */
  readonly code: string | undefined

  constructor(message: string, options: { code?: string | undefined; cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.code = options.code
  }
}

export function asDatabaseError(error: unknown): DatabaseError {
  if (error instanceof DatabaseError) return error
  if (!(error instanceof Error)) return new DatabaseError(String(error))
  // The error of a connection tried over several addresses has no message.
  const message = error.message || getErrorCode(error) || error.name
  return new DatabaseError(message, { code: getErrorCode(error), cause: error })
}

function getErrorCode(error: Error): string | undefined {
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
