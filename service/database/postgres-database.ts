import { Pool, type PoolClient } from 'pg'
import {
  asDatabaseError,
  type Database,
  DatabaseError,
  type Param,
  type Query,
  type Row,
} from './database.ts'
import { migrate } from './migrate.ts'

const CONNECT_MS = 5_000
const STATEMENT_MS = 10_000
/** Added to the statement timeout, so that the server's own timeout comes first if it responds. */
const ANSWER_MS = 1_000

/**
 * Creates a database on a PostgreSQL server (13 or newer) with a small connection pool, because
 * price requests do not use it.
 */
export function createPostgresDatabase(url: string): Database {
  const pool = new Pool({
    connectionString: url,
    max: 4,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: STATEMENT_MS,
    application_name: 'sluice',
    allowExitOnIdle: true,
  })
  // A broken idle connection is replaced when the next statement needs one.
  pool.on('error', () => undefined)
  const place = describeUrl(url)
  let opened: Promise<void> | undefined

  async function open(): Promise<void> {
    const client = await pool.connect().catch((error) => {
      throw new DatabaseError(
        `Cannot open the database at ${place}: ${asDatabaseError(error).message}. Check that it runs and that DATABASE_URL is correct.`,
        { code: asDatabaseError(error).code, cause: error },
      )
    })
    try {
      await requireUnicode(queryOn(client))
      await migrate(queryOn(client))
    } finally {
      client.release()
    }
  }

  /** Other encodings reject the names of some tokens, or count their bytes as characters. */
  async function requireUnicode(query: Query): Promise<void> {
    const [row] = await query('SHOW server_encoding')
    if (row?.server_encoding === 'UTF8') return
    throw new DatabaseError(
      `The database at ${place} has the encoding ${row?.server_encoding}, which cannot store every token name. Create it with UTF8: createdb -E UTF8 -T template0`,
    )
  }

  return {
    place,
    isNew: false,
    async query(sql, params, { timeoutMs = STATEMENT_MS } = {}) {
      opened ??= open().catch((error) => {
        opened = undefined
        throw error
      })
      await opened
      return timeoutMs > STATEMENT_MS
        ? queryAtLength(pool, { sql, params, timeoutMs })
        : queryOn(pool)(sql, params)
    },
    close: () => pool.end(),
  }
}

/**
 * Runs a statement in a transaction with its own timeout. Discards a connection on which this
 * failed.
 */
async function queryAtLength(
  pool: Pool,
  { sql, params, timeoutMs }: { sql: string; params: readonly Param[] | undefined; timeoutMs: number },
): Promise<Row[]> {
  const client = await pool.connect().catch((error) => {
    throw asDatabaseError(error)
  })
  const query = queryOn(client)
  try {
    await query('BEGIN')
    await query(`SET LOCAL statement_timeout = ${timeoutMs}`)
    const rows = await queryOn(client, timeoutMs)(sql, params)
    await query('COMMIT')
    client.release()
    return rows
  } catch (error) {
    client.release(true)
    throw error
  }
}

function queryOn(target: Pool | PoolClient, timeoutMs = STATEMENT_MS): Query {
  return async (sql, params = []) => {
    try {
      const statement = { text: sql, values: [...params], query_timeout: timeoutMs + ANSWER_MS }
      const { rows } = await target.query(statement)
      return rows
    } catch (error) {
      throw asDatabaseError(error)
    }
  }
}

/** Returns host, port and name without the password. */
function describeUrl(url: string): string {
  try {
    const { hostname, port, pathname, searchParams } = new URL(url)
    return `${searchParams.get('host') ?? hostname}:${port || 5432}${pathname}`
  } catch {
    return 'DATABASE_URL'
  }
}
