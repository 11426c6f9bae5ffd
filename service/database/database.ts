/** Parameter types that both engines support. */
export type Param = string | number | boolean | null | readonly string[]

export type Row = Record<string, unknown>

export interface QueryOptions {
  /**
   * Statement timeout of a server in milliseconds. Default: 10,000. The embedded engine has no
   * timeout.
   */
  timeoutMs?: number | undefined
}

export interface Database {
  /**
   * Runs one statement in its own transaction. Rows contain only JSON values, so statements cast
   * other types (`count(*)::text`). The first call opens the database and runs the migrations, and
   * a later call retries after a failure. Throws a `DatabaseError`.
   */
  query(sql: string, params?: readonly Param[], options?: QueryOptions): Promise<Row[]>
  /** Location of the data for messages, without secrets. */
  place: string
  /** True if the data directory did not exist before. */
  isNew: boolean
  /** True if the server refuses writes, like a replica. Reads may succeed. */
  isReadOnly(): boolean
  /** Closes files and connections immediately. Pending statements fail. */
  close(): Promise<void>
}

export type Query = Database['query']

/** A failed statement or an unreachable database. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError'
  /** SQLSTATE, or the code of the connection error. Undefined without either. */
  readonly code: string | undefined

  constructor(message: string, options: { code?: string | undefined; cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.code = options.code
  }
}

export function asDatabaseError(error: unknown): DatabaseError {
  if (error instanceof DatabaseError) return error
  if (!(error instanceof Error)) return new DatabaseError(String(error))
  // A connection error over several addresses has no message.
  const message = error.message || getErrorCode(error) || error.name
  return new DatabaseError(message, { code: getErrorCode(error), cause: error })
}

function getErrorCode(error: Error): string | undefined {
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
