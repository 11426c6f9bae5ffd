import type { Database } from './database.ts'
import { createEmbeddedDatabase } from './embedded-database.ts'
import { createPostgresDatabase } from './postgres-database.ts'

export interface DatabaseOptions {
  /** `postgres://…` URL of a server. */
  url?: string | undefined
  /** Directory of the embedded database without a URL. Default: in memory. */
  dataDir?: string | undefined
}

export function openDatabase({ url, dataDir }: DatabaseOptions): Database {
  return url ? createPostgresDatabase(url) : createEmbeddedDatabase(dataDir)
}
