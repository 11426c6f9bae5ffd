import { exited, spawnTypeScript, stopTogether } from './lib/processes.mjs'
import { ensureInstalled } from './lib/setup.mjs'

// node scripts/run.mjs <file.ts> [arguments]: installs missing dependencies, then runs the file.
ensureInstalled()
const [file, ...args] = process.argv.slice(2)
const child = spawnTypeScript(file, args)
stopTogether([child])
process.exitCode = await exited(child)
