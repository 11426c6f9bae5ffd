import { spawn } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findPorts } from './lib/ports.mjs'
import { exited, isRunning, spawnTypeScript, stopTogether } from './lib/processes.mjs'
import { checkNode, ensureInstalled, fail, root } from './lib/setup.mjs'
import { waitFor } from './lib/wait-for.mjs'

// Runs the devnet, the service and the playground. Ctrl-C, or the exit of one, stops all three.
checkNode()
const { ports, mistakes } = await findPorts(process.env)
if (mistakes.length > 0) fail(mistakes.join('\n'))
ensureInstalled()

const REQUEST_TIMEOUT_MS = 30_000
const service = `http://localhost:${ports.SLUICE_SERVICE_PORT}`
const playground = `http://localhost:${ports.SLUICE_PLAYGROUND_PORT}`
const serviceConfig = join(process.env.SLUICE_DEVNET_DIR ?? join(root, '.devnet'), 'service.json')
rmSync(serviceConfig, { force: true })

const children = []
const stop = stopTogether(children)
let failed = false
let problems = []

const steps = [
  {
    run: () => spawnTypeScript('devnet/main.ts'),
    isReady: () => existsSync(serviceConfig),
    toReason: () => 'the local chains: starting nodes and deploying contracts',
  },
  {
    run: () => spawnTypeScript('service/main.ts'),
    isReady: followsEveryChain,
    toReason: () => `the service: ${problems.join('; ') || `no response from ${service}/healthz`}`,
  },
  {
    run: () =>
      spawn(process.execPath, ['node_modules/vite/bin/vite.js'], {
        cwd: root,
        stdio: ['ignore', 'ignore', 'inherit'],
      }),
    isReady: async () => (await get(`${playground}/`))?.ok ?? false,
    toReason: () => `the playground: no response from ${playground}`,
  },
]

for (const { run, ...step } of steps) {
  const child = run()
  children.push(child)
  exited(child).then((code) => {
    if (code !== 0) failed = true
    stop()
  })
  if (!(await waitFor({ ...step, isAlive: () => children.every(isRunning) }))) {
    stop()
    break
  }
}

if (children.length === steps.length && children.every(isRunning)) {
  process.stdout.write(`\n  Sluice is running: ${playground}\n  Ctrl-C stops everything.\n\n`)
} else {
  failed = true
}
await Promise.all(children.map(exited))
process.exitCode = failed ? 1 : 0

/** Returns whether the service reports a fresh block for each of its chains. */
async function followsEveryChain() {
  const response = await get(`${service}/healthz`)
  const health = await response?.json().catch(() => undefined)
  problems = health?.problems ?? []
  return (response?.ok && health?.chains.every(({ isStale }) => !isStale)) ?? false
}

/** Returns undefined if the server does not respond. */
async function get(url) {
  try {
    return await fetch(url, { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) })
  } catch {
    return undefined
  }
}
