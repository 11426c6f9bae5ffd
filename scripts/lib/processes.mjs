import { spawn } from 'node:child_process'
import { root } from './setup.mjs'
import { THIS_NODE } from './typescript-node.mjs'

/** Runs a TypeScript file of this repository in a process of its own, without a wrapper that could leak it. */
export function spawnTypeScript(file, args = [], [node, ...flags] = THIS_NODE) {
  return spawn(node, [...flags, file, ...args], { cwd: root, stdio: 'inherit' })
}

export function isRunning(child) {
  return child.exitCode === null && child.signalCode === null
}

/** Resolves to the exit code; a signal we passed on ourselves is a clean end, also to those who catch it. */
export function exited(child) {
  const code = () =>
    ['SIGTERM', 'SIGINT'].includes(child.signalCode) || [130, 143].includes(child.exitCode)
      ? 0
      : (child.exitCode ?? 1)
  return new Promise((resolve) => {
    if (isRunning(child)) child.once('exit', () => resolve(code()))
    else resolve(code())
  })
}

/** Ends the children together, the last started first, on the first Ctrl-C; the third one insists. */
export function stopTogether(children) {
  let asked = 0
  const send = (signal) => {
    for (const child of [...children].reverse()) if (isRunning(child)) child.kill(signal)
  }
  const ask = () => {
    asked += 1
    send(asked > 2 ? 'SIGKILL' : 'SIGTERM')
  }
  // For who has a reason of its own, e.g. each child that has ended: the others get the time they need.
  const stop = () => asked === 0 && ask()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, ask)
  // npm, asked to end, ends without a word to what it started.
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && stop(), 500).unref()
  return stop
}
