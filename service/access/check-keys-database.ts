import type { Database } from '../database/database.ts'
import { CommandError } from './key-options.ts'

/** Much longer than the renewal interval of leases, to allow for an overloaded machine. */
const RECENT_LEASE_MINUTES = 10

export interface KeysDatabaseOptions {
  database: Database
  /** True if DATABASE_URL or SLUICE_DATA_DIR is set. */
  isDatabaseNamed: boolean
  /** The address of a service on this machine, or undefined if none responds. */
  localService: string | undefined
}

/**
 * Throws a `CommandError` for a database that the service cannot be using, because the service
 * would not know a key written there.
 */
export async function checkKeysDatabase(options: KeysDatabaseOptions): Promise<void> {
  const { database, isDatabaseNamed, localService } = options
  const advice = 'Set DATABASE_URL or SLUICE_DATA_DIR to the values that the service runs with.'
  if (localService === undefined) {
    if (database.isNew && !isDatabaseNamed) {
      throw new CommandError(`There is no database in ${database.place}, and no service responds. ${advice}`)
    }
    return
  }
  if (!(await hasRecentLease(database))) {
    throw new CommandError(
      `The service at ${localService} does not use the database in ${database.place}. ${advice}`,
    )
  }
}

async function hasRecentLease(database: Database): Promise<boolean> {
  const rows = await database.query(
    'SELECT name FROM sluice_leases WHERE until > now() - make_interval(mins => $1::integer) LIMIT 1',
    [RECENT_LEASE_MINUTES],
  )
  return rows.length > 0
}
