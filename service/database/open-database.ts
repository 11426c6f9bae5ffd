import type { Database } from './database.ts'
import { createEmbeddedDatabase } from './embedded-database.ts'
import { createPostgresDatabase } from './postgres-database.ts'

export interface DatabaseOptions {
  /** `postgres://…` of a server. */
  url?: string | undefined
  /** Without a URL: the embedded database in this directory; without a directory: in memory only. */
  dataDir?: string | undefined
}

export function openDatabase({ url, dataDir }: DatabaseOptions): Database {
  return url ? createPostgresDatabase(url) : createEmbeddedDatabase(dataDir)
}
