import { afterAll, beforeAll, describe } from 'vitest'
import { hasPostgres, startTestPostgres, type TestServer } from '../../scripts/testing/servers.ts'
import type { Database } from '../database/database.ts'
import { openDatabase } from '../database/open-database.ts'

/** Runs tests on the embedded database and, if installed, on a new PostgreSQL server. */
export function describeEachDatabase(name: string, tests: (open: () => Database) => void): void {
  let postgres: TestServer | undefined
  beforeAll(async () => {
    if (hasPostgres) postgres = await startTestPostgres()
  })
  afterAll(() => postgres?.stop())

  const engines: [string, boolean, () => Database][] = [
    ['embedded', true, () => openDatabase({})],
    ['PostgreSQL', hasPostgres, () => openDatabase({ url: postgres?.url })],
  ]
  describe.each(engines.filter(([, isHere]) => isHere))(`${name} (%s)`, (_, __, open) => tests(open))
}
