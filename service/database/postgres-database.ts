import { Pool, type PoolClient } from 'pg'
import { asDatabaseError, type Database, DatabaseError, type Query } from './database.ts'
import { migrate } from './migrate.ts'

const CONNECT_MS = 5_000
const STATEMENT_MS = 10_000

/** A PostgreSQL server (13 or newer), with a small connection pool: no price request uses it. */
export function createPostgresDatabase(url: string): Database {
  const pool = new Pool({
    connectionString: url,
    max: 4,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: STATEMENT_MS,
    query_timeout: STATEMENT_MS + 1_000,
    application_name: 'sluice',
    allowExitOnIdle: true,
  })
  // An idle connection that breaks is replaced when the next statement needs one.
  pool.on('error', () => undefined)
  const place = describeUrl(url)
  let opened: Promise<void> | undefined

  async function open(): Promise<void> {
    const client = await pool.connect().catch((error) => {
      throw new DatabaseError(
        `Cannot open the database at ${place}: ${asDatabaseError(error).message}. Is it up, and is DATABASE_URL right?`,
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

  /** Others refuse the names of some tokens, or count their bytes as characters. */
  async function requireUnicode(query: Query): Promise<void> {
    const [row] = await query('SHOW server_encoding')
    if (row?.server_encoding === 'UTF8') return
    throw new DatabaseError(
      `The database at ${place} has the encoding ${row?.server_encoding}, which does not hold every name of a token. Create it with UTF8: createdb -E UTF8 -T template0`,
    )
  }

  return {
    place,
    isNew: false,
    async query(sql, params = []) {
      opened ??= open().catch((error) => {
        opened = undefined
        throw error
      })
      await opened
      return queryOn(pool)(sql, params)
    },
    close: () => pool.end(),
  }
}

function queryOn(target: Pool | PoolClient): Query {
  return async (sql, params = []) => {
    try {
      const { rows } = await target.query(sql, [...params])
      return rows
    } catch (error) {
      throw asDatabaseError(error)
    }
  }
}

/** Host, port and name: never the password. */
function describeUrl(url: string): string {
  try {
    const { hostname, port, pathname, searchParams } = new URL(url)
    return `${searchParams.get('host') ?? hostname}:${port || 5432}${pathname}`
  } catch {
    return 'DATABASE_URL'
  }
}
