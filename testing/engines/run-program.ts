import { spawn } from 'node:child_process'
import { once } from 'node:events'

const END_MS = 10_000

export interface Program {
  /** The exit code, or `undefined` while the program runs. */
  exitCode(): number | undefined
  /** Ends the program with every process it started. */
  stop(): Promise<void>
}

export interface ProgramOptions {
  args: readonly string[]
  env?: NodeJS.ProcessEnv
  onOutput?: (text: string) => void
}

/**
 * Starts a program in its own process group, which ends when the test process exits or loses its
 * parent.
 */
export function runProgram(path: string, { args, env = {}, onOutput }: ProgramOptions): Program {
  const child = spawn(path, args, {
    detached: true,
    stdio: ['ignore', onOutput ? 'pipe' : 'ignore', 'ignore'],
    env: { ...process.env, ...env },
  })
  child.stdout?.on('data', (data) => onOutput?.(String(data)))
  const exited = once(child, 'exit').catch(() => undefined)
  const kill = (signal: NodeJS.Signals) => {
    try {
      if (child.pid) process.kill(-child.pid, signal)
    } catch {
      // The group has no process left.
    }
  }
  const killOnExit = () => kill('SIGKILL')
  for (const event of ['exit', 'disconnect'] as const) process.once(event, killOnExit)
  const isRunning = () => child.pid !== undefined && child.exitCode === null && child.signalCode === null

  return {
    exitCode: () => (isRunning() ? undefined : (child.exitCode ?? 1)),
    async stop() {
      const timer = setTimeout(() => kill('SIGKILL'), END_MS)
      if (isRunning()) {
        kill('SIGTERM')
        await exited
      }
      clearTimeout(timer)
      kill('SIGKILL')
      for (const event of ['exit', 'disconnect'] as const) process.off(event, killOnExit)
    },
  }
}
