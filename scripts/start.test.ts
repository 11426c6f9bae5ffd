import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from './testing/free-port.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const VARIABLES = [
  'SLUICE_PLAYGROUND_PORT',
  'SLUICE_SERVICE_PORT',
  'SLUICE_ETHEREUM_PORT',
  'SLUICE_BASE_PORT',
] as const

let dir: string
let ports: Record<string, string>

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'sluice-start-'))
  const free = await Promise.all(VARIABLES.map(async (name) => [name, `${await freePort()}`]))
  ports = Object.fromEntries(free)
})

afterAll(() => rm(dir, { recursive: true, force: true }))

function getPort(server?: ReturnType<typeof createServer>): number {
  const address = server?.address()
  return typeof address === 'object' && address ? address.port : 0
}

function start(env: Record<string, string>): { child: ChildProcess; output(): string } {
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: root,
    env: { ...process.env, SLUICE_DEVNET_DIR: dir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk))
  return { child, output: () => output }
}

async function isFree(port: string | undefined): Promise<boolean> {
  const server = createServer().listen(Number(port), '127.0.0.1')
  const free = await Promise.race([
    once(server, 'listening').then(() => true),
    once(server, 'error').then(() => false),
  ])
  server.close()
  return free
}

describe('npm start', () => {
  it('reports each unusable port before it starts a process', async () => {
    const [taken, other] = [createServer().listen(0, '127.0.0.1'), createServer().listen(0, '::1')]
    await Promise.all([once(taken, 'listening'), once(other, 'listening')])
    const { child, output } = start({
      SLUICE_PLAYGROUND_PORT: `${getPort(other)}`,
      SLUICE_SERVICE_PORT: `${getPort(taken)}`,
      SLUICE_ETHEREUM_PORT: 'http',
      SLUICE_BASE_PORT: `${getPort(taken)}`,
    })
    const [code] = await once(child, 'exit')
    for (const server of [taken, other]) server.close()
    expect(code).toBe(1)
    expect(output().trim().split('\n')).toEqual([
      expect.stringMatching(/^Port \d+ is in use, and the playground needs it.*SLUICE_PLAYGROUND_PORT/),
      expect.stringMatching(/^Port \d+ is in use, and the service needs it.*SLUICE_SERVICE_PORT/),
      'SLUICE_ETHEREUM_PORT must be a port between 1 and 65535, not "http".',
      expect.stringMatching(/^SLUICE_SERVICE_PORT and SLUICE_BASE_PORT are both \d+/),
    ])
  })

  it('serves the page, and stops every process without a warning on SIGTERM', async () => {
    const { child, output } = start(ports)
    let printed = 0
    try {
      while (!output().includes('Sluice is running') && child.exitCode === null) await pause(100)
      expect(output()).toContain(`http://localhost:${ports.SLUICE_PLAYGROUND_PORT}`)
      const url = `http://localhost:${ports.SLUICE_PLAYGROUND_PORT}`
      const page = await (await fetch(`${url}/`)).text()
      expect(page).toContain('Sluice')
      // Vite serves a dependency after it has scanned the sources and bundled all dependencies.
      const entry = await (await fetch(`${url}/main.tsx`)).text()
      const [, dependency] = /"(\/[^"]+\/deps\/[^"]+)"/.exec(entry) ?? []
      expect((await fetch(`${url}${dependency}`)).status).toBe(200)
      expect(output()).not.toMatch(/failed/i)
      printed = output().length
      child.kill('SIGTERM')
      const [code] = await once(child, 'exit')
      expect(code).toBe(0)
    } finally {
      child.kill('SIGKILL')
    }
    for (const name of VARIABLES) expect([name, await isFree(ports[name])]).toEqual([name, true])
    expect(output().slice(printed)).not.toContain('"level":')
  }, 900_000)
})
