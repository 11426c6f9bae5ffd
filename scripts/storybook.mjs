import { spawn } from 'node:child_process'
import { exited, stopTogether } from './lib/processes.mjs'
import { ensureInstalled, root } from './lib/setup.mjs'

ensureInstalled()
const args = process.argv.slice(2)
const child = spawn(
  process.execPath,
  [
    'node_modules/storybook/dist/bin/dispatcher.js',
    ...(args.length ? args : ['dev', '--port', '6006', '--no-open']),
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, STORYBOOK_DISABLE_TELEMETRY: '1' } },
)
stopTogether([child])
process.exitCode = await exited(child)
