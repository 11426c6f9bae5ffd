import { ensureMaintainedNode } from './install/maintained-node.mjs'
import { exited, spawnTypeScript, stopTogether } from './lib/processes.mjs'
import { ensureInstalled } from './lib/setup.mjs'
import { THIS_NODE } from './lib/typescript-node.mjs'

// Uses the Node release of the service's image if it can be installed.
ensureInstalled()
const node = ensureMaintainedNode()
const child = spawnTypeScript('bench/main.ts', process.argv.slice(2), node ? [node] : THIS_NODE)
stopTogether([child])
process.exitCode = await exited(child)
