import { readEnvironment } from '../config/environment.ts'
import { openDatabase } from '../database/open-database.ts'
import { messageOf } from '../lib/message-of.ts'
import { CommandError } from './key-options.ts'
import { runKeysCommand } from './run-keys-command.ts'

// npm run keys -- …: uses the same database as a service on this machine, whether one runs or not.
const opening = setTimeout(() => console.error('Opening the database…'), 1_500)
let close = async () => {}
try {
  const { databaseUrl, dataDir } = readEnvironment(process.env)
  const database = openDatabase({ url: databaseUrl, dataDir })
  close = database.close
  process.stdout.write(await runKeysCommand(process.argv.slice(2), database))
} catch (error) {
  const hint = error instanceof CommandError ? '\n`npm run keys -- help` lists all commands and options.' : ''
  console.error(`${messageOf(error)}${hint}`)
  process.exitCode = 1
} finally {
  clearTimeout(opening)
  await close()
}
