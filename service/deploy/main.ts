import { readNodeVariables } from '../config/config-nodes.ts'
import { secretAddresses } from '../config/secret-addresses.ts'
import { createRedact } from '../observability/redact.ts'
import { readOptions, USAGE } from './options.ts'
import { runDeploy } from './run-deploy.ts'
import { PATIENCE } from './send-step.ts'

const args = process.argv.slice(2)
try {
  if (args.includes('--help')) console.log(USAGE)
  else {
    const done = await runDeploy(readOptions(args, process.env), { patience: PATIENCE, log: console.log })
    process.exitCode = done ? 0 : 1
  }
} catch (error) {
  // Redacts node addresses from variables, which may hold keys; errors about the config omit its
  // addresses.
  const redact = createRedact(secretAddresses({ nodes: readNodeVariables(process.env) }))
  const message = error instanceof Error ? error.message : String(error)
  console.error(`${redact(message)}\n\n\`npm run deploy -- --help\` lists the options.`)
  process.exitCode = 1
}
