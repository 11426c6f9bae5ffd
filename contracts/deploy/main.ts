import { readOptions, USAGE } from './options.ts'
import { runDeploy } from './run-deploy.ts'
import { PATIENCE } from './send-step.ts'

// npm run deploy -- …
const args = process.argv.slice(2)
try {
  if (args.includes('--help')) console.log(USAGE)
  else {
    const done = await runDeploy(readOptions(args, process.env), { patience: PATIENCE, log: console.log })
    process.exitCode = done ? 0 : 1
  }
} catch (error) {
  console.error(
    `${error instanceof Error ? error.message : error}\n\n\`npm run deploy -- --help\` lists the options.`,
  )
  process.exitCode = 1
}
