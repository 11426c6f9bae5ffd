import { spawn } from 'node:child_process'
import { root } from './setup.mjs'
import { THIS_NODE } from './typescript-node.mjs'

/**
 * Runs a TypeScript file of this repository in a separate process, without a wrapper process that
 * could outlive it.
 */
export function spawnTypeScript(file, args = [], [node, ...flags] = THIS_NODE) {
  return spawn(node, [...flags, file, ...args], { cwd: root, stdio: 'inherit' })
}

export function isRunning(child) {
  return child.exitCode === null && child.signalCode === null
}

/** Resolves to the exit code. An exit by SIGINT or SIGTERM counts as success. */
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

/**
 * Stops the children together, the last started first, on the first Ctrl-C. The third Ctrl-C kills
 * them.
 */
export function stopTogether(children) {
  let signals = 0
  const send = (signal) => {
    for (const child of [...children].reverse()) if (isRunning(child)) child.kill(signal)
  }
  const stopAll = () => {
    signals += 1
    send(signals > 2 ? 'SIGKILL' : 'SIGTERM')
  }
  // Stops the children for another reason, such as the exit of one child. Has no effect after a
  // signal.
  const stop = () => signals === 0 && stopAll()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stopAll)
  // npm exits on a signal without a signal to its children, so a changed parent process stops them
  // too.
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && stop(), 500).unref()
  return stop
}
