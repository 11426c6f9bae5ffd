import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { IMAGE_NODE } from '../../scripts/testing/image-node.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const KEY = 'k3y-0123456789abcdef'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-deploy-main-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function run(
  config: string,
  { env = {}, args = [] }: { env?: Record<string, string>; args?: string[] } = {},
) {
  const path = join(folder, 'service.json')
  await writeFile(path, config)
  const [node, ...flags] = IMAGE_NODE
  const child = spawn(node, [...flags, 'service/deploy/main.ts', '--config', path, ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk
    })
  }
  const [code] = await once(child, 'exit')
  return { output, code }
}

describe('the command', () => {
  it('names each mistake in the addresses of nodes without printing their keys', async () => {
    const nodeBudgets = { [`https://node.example/v2/${KEY}`]: { callsPerSecond: 0 } }
    const chains = [{ name: 'ethereum', nodeBudgets }, { name: 'base' }]
    const { output, code } = await run(JSON.stringify({ chains }), {
      env: {
        SLUICE_RPC_ETHEREUM: `node.example/v2/${KEY},"https://node.example/v2/${KEY}",`,
        SLUICE_RPC_BASE: `https://me:${KEY}@node.example:port/`,
      },
    })
    expect(code).toBe(1)
    for (const i of [0, 1, 2]) expect(output).toContain(`  SLUICE_RPC_ETHEREUM[${i}]: must `)
    expect(output).toContain('  SLUICE_RPC_BASE[0]: must ')
    expect(output).toContain('chains[0].nodeBudgets["node.example…"].callsPerSecond: must be a whole number')
    expect(output).not.toContain(KEY)
    expect(output).toContain('`npm run deploy -- --help` lists the options')
  })

  it('names the position of a JSON error without printing the config', async () => {
    const { output, code } = await run(`{"chains":[{"rpcUrls":["https://node.example/${KEY}",]}]}`)
    expect(code).toBe(1)
    expect(output).toMatch(
      /service\.json cannot be used:\n {2}not JSON: look for a slip at line 1, column 68/,
    )
    expect(output).not.toContain(KEY.slice(-8))
  })

  it('prints only the host of an address that was given as an option', async () => {
    const { output, code } = await run('{}', { args: ['--chain', `https://node.example/v2/${KEY}`] })
    expect(code).toBe(1)
    expect(output).toMatch(/--chain must be one of ethereum, .*, found "node\.example"/)
    expect(output).not.toContain(KEY)
  })
})
