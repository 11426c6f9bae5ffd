import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createRpc } from './node/rpc.ts'
import type { Manifest } from './plan/manifest.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

let dir: string
let servers: Server[]
let children: ChildProcess[]

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'sluice-main-'))
  servers = []
  children = []
})

afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
  for (const server of servers) server.close()
  rmSync(dir, { recursive: true, force: true })
})

/** A free port; with `taken`, a server keeps it occupied. */
async function port({ taken = false } = {}): Promise<number> {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  if (taken) servers.push(server)
  else await once(server.close(), 'close')
  return typeof address === 'object' && address ? address.port : 0
}

async function environment(ports: { ethereum?: number } = {}): Promise<NodeJS.ProcessEnv> {
  return {
    ...process.env,
    SLUICE_DEVNET_DIR: dir,
    SLUICE_ETHEREUM_PORT: `${ports.ethereum ?? (await port())}`,
    SLUICE_BASE_PORT: `${await port()}`,
  }
}

function run(args: string[], env: NodeJS.ProcessEnv): { child: ChildProcess; output: () => string } {
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  children.push(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk))
  return { child, output: () => output }
}

const command = ['--import', 'tsx', 'devnet/main.ts']

async function becomes(condition: () => boolean | Promise<boolean>, withinMs = 120_000): Promise<void> {
  const deadline = Date.now() + withinMs
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('The condition did not become true in time')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function manifestWritten(): Promise<Manifest> {
  await becomes(() => existsSync(join(dir, 'service.json')))
  return JSON.parse(readFileSync(join(dir, 'manifest.json'), 'utf8')) as Manifest
}

async function answers(url: string): Promise<boolean> {
  return createRpc(url)
    .request('eth_chainId')
    .then(
      () => true,
      () => false,
    )
}

it('mines blocks at the pace of the wall clock, and leaves no process after SIGTERM', async () => {
  const { child } = run(command, await environment())
  const { chains } = await manifestWritten()
  const twoBlocks = chains.map(async ({ rpcUrl }) => {
    const rpc = createRpc(rpcUrl)
    const number = async () => Number(await rpc.request('eth_blockNumber'))
    const first = await number()
    await becomes(async () => (await number()) >= first + 2)
    // A busy machine may delay a block, but not all of them.
    await becomes(async () => {
      const block = await rpc.request<{ timestamp: string }>('eth_getBlockByNumber', 'latest', false)
      return Math.abs(Number(block.timestamp) - Date.now() / 1000) < 6
    })
  })
  await Promise.all(twoBlocks)
  child.kill('SIGTERM')
  const [code] = await once(child, 'exit')
  expect(code).toBe(0)
  for (const { rpcUrl } of chains) expect(await answers(rpcUrl)).toBe(false)
})

it('stops its nodes when it is killed', async () => {
  const { child } = run(command, await environment())
  const { chains } = await manifestWritten()
  child.kill('SIGKILL')
  for (const { rpcUrl } of chains) await becomes(async () => !(await answers(rpcUrl)))
})

it('ends when its parent process is gone', async () => {
  // A parent that starts the devnet and can be killed with SIGKILL.
  const script = `require('node:child_process').spawn(process.execPath, ${JSON.stringify(command)}, { stdio: 'ignore' })`
  const parent = run(['-e', `${script}; setInterval(() => {}, 1000)`], await environment()).child
  const { chains } = await manifestWritten()
  parent.kill('SIGKILL')
  for (const { rpcUrl } of chains) await becomes(async () => !(await answers(rpcUrl)))
})

it('names the port that is taken and the variable that changes it', async () => {
  const ethereum = await port({ taken: true })
  const { child, output } = run(command, await environment({ ethereum }))
  const [code] = await once(child, 'exit')
  expect(code).toBe(1)
  expect(output()).toContain(`Port ${ethereum} is taken`)
  expect(output()).toContain('SLUICE_ETHEREUM_PORT')
  expect(existsSync(join(dir, 'manifest.json'))).toBe(false)
})
