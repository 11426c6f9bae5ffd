import { readEnvironment } from '../config/environment.ts'
import { loadServiceConfig } from '../config/load-config.ts'
import { secretAddresses } from '../config/secret-addresses.ts'
import { openDatabase } from '../database/open-database.ts'
import { errorInWords } from '../observability/plain-fields.ts'
import { createRedact } from '../observability/redact.ts'
import { PRESETS } from '../presets/presets.ts'
import { readLines } from './pool-file.ts'
import { PoolsCommandError, runPoolsCommand } from './run-pools-command.ts'

// `npm run pools -- …` uses the config and the database of the service.
let redact = createRedact()
let close = async () => {}
try {
  const environment = readEnvironment(process.env)
  const { configPath: path, nodes, databaseUrl, dataDir } = environment
  redact = createRedact(secretAddresses(environment))
  const config = await loadServiceConfig(path, { nodes, presets: PRESETS })
  redact = createRedact(secretAddresses(environment, config))
  const database = openDatabase({ url: databaseUrl, dataDir })
  close = database.close
  const refused = await runPoolsCommand(process.argv.slice(2), {
    chains: config.chains,
    database,
    lines: readLines(process.stdin),
    write: (text) => void process.stdout.write(text),
    tell: (text) => console.error(redact(text)),
  })
  if (refused > 0) process.exitCode = 1
} catch (error) {
  const hint = error instanceof PoolsCommandError ? '\n`npm run pools -- help` lists the commands.' : ''
  console.error(redact(`${error instanceof Error ? errorInWords(error) : error}${hint}`))
  process.exitCode = 1
} finally {
  await close()
}
