import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import type { MarketSpec } from './reference-market.ts'

const folder = join(import.meta.dirname, 'smart-order-router')

export interface ReferenceRequest {
  market: MarketSpec
  amountIn: string
  /** Maximum number of runs. */
  repeats: number
}

export interface ReferenceResponse {
  /** The router's estimate. Undefined without a route. */
  quote?: string
  paths?: readonly { amountIn: string; pools: readonly number[] }[]
  /** Milliseconds per run: total time, and time of the search with all prices cached. */
  ms: readonly number[]
  searchMs: readonly number[]
}

export interface ReferenceRouter {
  getRoute(request: ReferenceRequest): Promise<ReferenceResponse>
  stop(): void
}

/** Starts the other router in a separate process, because its dependencies have other versions. */
export function startReferenceRouter(): ReferenceRouter {
  ensureInstalled()
  const child: ChildProcessByStdio<Writable, Readable, null> = spawn(process.execPath, ['main.mjs'], {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    async getRoute(request) {
      child.stdin.write(`${JSON.stringify(request)}\n`)
      const { value, done } = await lines.next()
      if (done) throw new Error('The reference router exited without a response')
      return JSON.parse(value)
    },
    stop: () => child.stdin.end(),
  }
}

function ensureInstalled(): void {
  if (existsSync(join(folder, 'node_modules'))) return
  console.log('Installing the reference router in bench/smart-order-router (once; about a minute)…')
  const { status } = spawnSync('npm', ['ci', '--loglevel=error'], {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status !== 0)
    throw new Error('The reference router could not be installed. The lines above contain the error')
}
