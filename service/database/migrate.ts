import { DatabaseError, type Query } from './database.ts'
import { MIGRATIONS, type Migration } from './migrations.ts'

/** Key of the advisory lock for migrations: an arbitrary number, the same in every version. */
const LOCK = 7_305_182

/**
 * Migrates to the latest version in one transaction. Concurrent instances wait for one another.
 * `query` must use a single connection.
 */
export async function migrate(query: Query, migrations: readonly Migration[] = MIGRATIONS): Promise<void> {
  const newest = migrations.at(-1)?.version ?? 0
  // A server that is read-only refuses `CREATE TABLE IF NOT EXISTS` even for an existing table.
  if ((await readVersion(query)) === newest) return
  await query('BEGIN')
  try {
    await query('SELECT 1 AS locked FROM pg_advisory_xact_lock($1)', [LOCK])
    await query(`CREATE TABLE IF NOT EXISTS sluice_migrations (
      version integer PRIMARY KEY,
      name text NOT NULL,
      applied_at timestamptz NOT NULL DEFAULT now()
    )`)
    const current = (await readVersion(query)) ?? 0
    if (current > newest) {
      throw new DatabaseError(
        `The database is at version ${current}, but this version of Sluice supports ${newest}. Run the newer version.`,
      )
    }
    for (const { version, name, statements } of migrations) {
      if (version <= current) continue
      for (const statement of statements) await query(statement)
      await query('INSERT INTO sluice_migrations (version, name) VALUES ($1, $2)', [version, name])
    }
    await query('COMMIT')
  } catch (error) {
    await query('ROLLBACK').catch(() => undefined)
    throw error
  }
}

/** Returns undefined without a table of migrations. */
async function readVersion(query: Query): Promise<number | undefined> {
  const [table] = await query(`SELECT to_regclass('sluice_migrations')::text AS name`)
  if (table?.name === null) return undefined
  const [row] = await query('SELECT coalesce(max(version), 0) AS version FROM sluice_migrations')
  return Number(row?.version)
}
