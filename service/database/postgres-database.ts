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
import { createPrimaryPool } from './primary-pool.ts'

const CONNECT_MS = 5_000
/** Limits how long connections stay with a server after its host name points to another one. */
const MAX_LIFETIME_SECONDS = 60
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
    maxLifetimeSeconds: MAX_LIFETIME_SECONDS,
    statement_timeout: STATEMENT_MS,
    keepAlive: true,
    application_name: 'sluice',
    allowExitOnIdle: true,
  })
  // A broken idle connection is replaced when the next statement needs one.
  pool.on('error', () => undefined)
  // Without a listener, a connection lost during a statement would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const primary = createPrimaryPool(pool, queryOn)
  const place = describeUrl(url)
  let opened: Promise<void> | undefined

  function open(): Promise<void> {
    return primary.run(async (client) => {
      await requireUnicode(queryOn(client))
      await migrate(queryOn(client))
    }, toOpenError)
  }

  function toOpenError(error: DatabaseError): DatabaseError {
    return new DatabaseError(
      `Cannot open the database at ${place}: ${error.message}. Check that it runs and that DATABASE_URL is correct.`,
      { code: error.code, cause: error },
    )
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
    isReadOnly: primary.isReadOnly,
    async query(sql, params, { timeoutMs = STATEMENT_MS } = {}) {
      opened ??= open().catch((error) => {
        opened = undefined
        throw error
      })
      await opened
      try {
        return await primary.run((client) =>
          timeoutMs > STATEMENT_MS
            ? queryAtLength(client, { sql, params, timeoutMs })
            : queryOn(client)(sql, params),
        )
      } catch (error) {
        // The address belongs to a server that is not migrated.
        if (asDatabaseError(error).code === UNDEFINED_TABLE) opened = undefined
        throw error
      }
    },
    close: () => pool.end(),
  }
}

const UNDEFINED_TABLE = '42P01'

/** Runs a statement in a transaction with its own timeout. */
async function queryAtLength(
  client: PoolClient,
  { sql, params, timeoutMs }: { sql: string; params: readonly Param[] | undefined; timeoutMs: number },
): Promise<Row[]> {
  const query = queryOn(client)
  await query('BEGIN')
  await query(`SET LOCAL statement_timeout = ${timeoutMs}`)
  const rows = await queryOn(client, timeoutMs)(sql, params)
  await query('COMMIT')
  return rows
}

function queryOn(client: PoolClient, timeoutMs = STATEMENT_MS): Query {
  return async (sql, params = []) => {
    try {
      const statement = { text: sql, values: [...params], query_timeout: timeoutMs + ANSWER_MS }
      const { rows } = await client.query(statement)
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
