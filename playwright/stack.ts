import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { test } from '@playwright/test'
import { IMAGE_NODE } from '../scripts/testing/image-node.ts'

export const root = fileURLToPath(new URL('..', import.meta.url))

/** Projects of the config whose tests change chains use one stack each: `metadata.stack`. */
export const STACKS = 2

/** The addresses of a stack for browser tests. Passed to the workers in an environment variable. */
export interface StackAddresses {
  playgroundUrl: string
  serviceUrl: string
  devnetDir: string
}

/** Returns the addresses of the test's project. */
export function stackAddresses(): StackAddresses {
  const stacks: StackAddresses[] = JSON.parse(process.env.SLUICE_TEST_STACKS ?? '[]')
  const addresses = stacks[test.info().project.metadata.stack]
  if (!addresses) throw new Error('The stack is not running: global.setup.ts starts it')
  return addresses
}

export interface RunningService {
  url: string
  stop(): Promise<void>
}

/** Starts the service in its own process, and resolves when it is ready. */
export async function startService(devnetDir: string, port: number): Promise<RunningService> {
  const url = `http://localhost:${port}`
  const [node, ...flags] = IMAGE_NODE
  const child = spawn(node, [...flags, 'service/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, SLUICE_SERVICE_PORT: String(port), SLUICE_DEVNET_DIR: devnetDir },
  })
  try {
    await untilReady(child, `${url}/healthz`)
  } catch (error) {
    await end(child)
    throw error
  }
  return { url, stop: () => end(child) }
}

async function untilReady(child: ChildProcess, url: string): Promise<void> {
  const deadline = Date.now() + 60_000
  while (Date.now() < deadline) {
    if (child.exitCode !== null)
      throw new Error(`The service ended with ${child.exitCode} before it was ready`)
    if (await isReady(url)) return
    await sleep(100)
  }
  throw new Error(`The service was not ready after a minute: ${url}`)
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(1000) })).ok
  } catch {
    return false
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  const insist = setTimeout(() => child.kill('SIGKILL'), 5000)
  await gone
  clearTimeout(insist)
}
