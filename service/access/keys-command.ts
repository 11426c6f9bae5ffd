import { readEnvironment } from '../config/environment.ts'
import { openDatabase } from '../database/open-database.ts'
import { messageOf } from '../lib/message-of.ts'
import { checkKeysDatabase } from './check-keys-database.ts'
import { findLocalService } from './find-local-service.ts'
import { CommandError } from './key-options.ts'
import { isHelp, KEYS_HELP, runKeysCommand } from './run-keys-command.ts'

// npm run keys -- …: uses the database of the service on this machine, whether or not one is
// running.
const args = process.argv.slice(2)
const opening = setTimeout(() => console.error('Opening the database…'), 1_500)
let close = async () => {}
try {
  if (isHelp(args)) process.stdout.write(KEYS_HELP)
  else await run()
} catch (error) {
  const hint = error instanceof CommandError ? '\n`npm run keys -- help` lists all commands and options.' : ''
  console.error(`${messageOf(error)}${hint}`)
  process.exitCode = 1
} finally {
  clearTimeout(opening)
  await close()
}

async function run(): Promise<void> {
  const { databaseUrl, dataDir, port } = readEnvironment(process.env)
  const database = openDatabase({ url: databaseUrl, dataDir })
  close = database.close
  await checkKeysDatabase({
    database,
    isDatabaseNamed: databaseUrl !== undefined || Boolean(process.env.SLUICE_DATA_DIR),
    localService: await findLocalService(port),
  })
  process.stdout.write(await runKeysCommand(args, database))
  console.error(`Database: ${database.place}`)
}
