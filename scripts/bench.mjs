import { ensureMaintainedNode } from './lib/maintained-node.mjs'
import { exited, spawnTypeScript, stopTogether } from './lib/processes.mjs'
import { ensureInstalled } from './lib/setup.mjs'
import { THIS_NODE } from './lib/typescript-node.mjs'

// On the Node of the service's image, where it can be had.
ensureInstalled()
const node = ensureMaintainedNode()
const child = spawnTypeScript('bench/main.ts', process.argv.slice(2), node ? [node] : THIS_NODE)
stopTogether([child])
process.exitCode = await exited(child)
