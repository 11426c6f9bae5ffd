import { spawn } from 'node:child_process'
import { root } from './setup.mjs'

/** Runs a TypeScript file of this repository in a process of its own, without a wrapper that could leak. */
export function spawnTypeScript(file, args = []) {
  return spawn(process.execPath, ['--import', 'tsx', file, ...args], { cwd: root, stdio: 'inherit' })
}

export function isRunning(child) {
  return child.exitCode === null && child.signalCode === null
}

/** Resolves to the exit code; a signal we passed on ourselves is a clean end. */
export function exited(child) {
  const code = () => child.exitCode ?? (['SIGTERM', 'SIGINT'].includes(child.signalCode) ? 0 : 1)
  return new Promise((resolve) => {
    if (isRunning(child)) child.once('exit', () => resolve(code()))
    else resolve(code())
  })
}

/** Ends the children together on the first Ctrl-C, the last started first; a second one insists. */
export function stopTogether(children) {
  let asked = 0
  const stop = () => {
    asked += 1
    for (const child of [...children].reverse()) {
      if (isRunning(child)) child.kill(asked > 2 ? 'SIGKILL' : 'SIGTERM')
    }
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
  // npm, asked to end, ends without a word to what it started.
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && asked === 0 && stop(), 500).unref()
  return stop
}
