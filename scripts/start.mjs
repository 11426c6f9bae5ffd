import { spawn } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findPorts } from './lib/ports.mjs'
import { exited, isRunning, spawnTypeScript, stopTogether } from './lib/processes.mjs'
import { checkNode, ensureInstalled, fail, root } from './lib/setup.mjs'

// Devnet, service and playground together; Ctrl-C, or the end of one of them, ends all.
checkNode()
const { ports, mistakes } = await findPorts(process.env)
if (mistakes.length > 0) fail(mistakes.join('\n'))
ensureInstalled()

const service = `http://localhost:${ports.SLUICE_SERVICE_PORT}`
const playground = `http://localhost:${ports.SLUICE_PLAYGROUND_PORT}`
const serviceConfig = join(process.env.SLUICE_DEVNET_DIR ?? join(root, '.devnet'), 'service.json')
rmSync(serviceConfig, { force: true })

const children = []
const stop = stopTogether(children)
let failed = false

const steps = [
  { run: () => spawnTypeScript('devnet/main.ts'), ready: () => existsSync(serviceConfig) },
  { run: () => spawnTypeScript('service/main.ts'), ready: () => answers(`${service}/healthz`) },
  {
    run: () =>
      spawn(process.execPath, ['node_modules/vite/bin/vite.js'], {
        cwd: root,
        stdio: ['ignore', 'ignore', 'inherit'],
      }),
    ready: () => answers(`${playground}/`),
  },
]

for (const step of steps) {
  const child = step.run()
  children.push(child)
  exited(child).then((code) => {
    if (code !== 0) failed = true
    stop()
  })
  if (!(await becomes(step.ready))) {
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

/** Whether the condition becomes true within a minute, while all started processes still run. */
async function becomes(condition) {
  const deadline = Date.now() + 60_000
  while (Date.now() < deadline && children.every(isRunning)) {
    if (await condition()) return true
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return false
}

async function answers(url) {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(1000) })).ok
  } catch {
    return false
  }
}
