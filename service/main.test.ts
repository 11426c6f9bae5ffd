import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { IMAGE_NODE } from '../scripts/testing/image-node.ts'
import { describeLacks } from './presets/get-lacks.ts'
import { PRESETS } from './presets/presets.ts'
import { chainConfig } from './testing/literal-chain.ts'
import { PRICE_BODY } from './testing/price-body.ts'

const SECRET = 'k3y-0123456789abcdef'
const directory = mkdtempSync(join(tmpdir(), 'sluice-main-'))
const children: ChildProcess[] = []

/** A gateway in front of the node that repeats the request in its response, as many gateways do. */
let gateway: Server
let results: Record<string, unknown> = {}
let nodeUrl: string

beforeAll(async () => {
  gateway = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => (text += chunk))
    request.on('end', () => {
      const { id, method } = JSON.parse(text)
      const result = results[method]
      response.statusCode = result === undefined ? 404 : 200
      const refusal = `Cannot POST ${request.url}`
      response.end(result === undefined ? refusal : JSON.stringify({ jsonrpc: '2.0', id, result }))
    })
  })
  gateway.listen(0, '127.0.0.1')
  await once(gateway, 'listening')
  const address = gateway.address()
  const port = typeof address === 'object' && address ? address.port : 0
  nodeUrl = `http://someone:${SECRET}@127.0.0.1:${port}/v2/${SECRET}?token=${SECRET}`
  const { rpcUrls: _, ...chain } = chainConfig('ethereum', 31337)
  writeFileSync(join(directory, 'service.json'), JSON.stringify({ chains: [chain] }))
})

afterEach(async () => {
  results = {}
  for (const child of children.splice(0)) {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
})

afterAll(() => {
  gateway?.close()
  rmSync(directory, { recursive: true, force: true })
})

const [program, ...flags] = IMAGE_NODE
function run(settings: Record<string, string> = {}, nodeOptions: string[] = []) {
  const child = spawn(program, [...flags, ...nodeOptions, 'service/main.ts'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      SLUICE_CONFIG: join(directory, 'service.json'),
      SLUICE_RPC_ETHEREUM: nodeUrl,
      SLUICE_SERVICE_PORT: '0',
      SLUICE_LOG_LEVEL: 'trace',
      SLUICE_DATA_DIR: join(directory, 'data'),
      ...settings,
    },
  })
  children.push(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data))
  const url = () => /^Service: (http:\S+),/m.exec(output)?.[1]
  return { child, output: () => output, url, ended: once(child, 'exit') }
}

describe('config with a chain, its node and the settlement', () => {
  it('starts, and prints the sources that the chain lacks', async () => {
    const path = join(directory, 'base.json')
    const { settlement } = chainConfig('base', 8453)
    writeFileSync(path, JSON.stringify({ chains: [{ name: 'base', settlement }] }))
    const { output, url } = run({ SLUICE_CONFIG: path, SLUICE_RPC_ETHEREUM: '', SLUICE_RPC_BASE: nodeUrl })
    await expect.poll(url).toBeDefined()
    expect(output()).toContain(`Service: ${describeLacks(PRESETS.base)}\n`)
    expect(output()).toMatch(/^Service: base has no source of .*Solidly \(Aerodrome.*, Algebra V1, /m)
  })
})

describe('service whose node URL contains a key', () => {
  it('logs the host without the key, even if the node repeats the key', async () => {
    const { output, url } = run()
    await expect.poll(output).toMatch(/"chain failed"/)
    const headers = { 'content-type': 'application/json', 'x-api-key': 'dev-enterprise' }
    for (const path of ['/router/v1/price', '/router/v1/quote', '/yield/tvl', '/tokens/graphql']) {
      const body = JSON.stringify({ ...PRICE_BODY, query: '{ tokens(chain: "ethereum") { total } }' })
      await (await fetch(`${url()}${path}`, { method: 'POST', headers, body })).text()
    }
    await expect.poll(() => output().split('"request"').length).toBeGreaterThan(4)
    expect(output()).toMatch(/Cannot POST \/v2\/\[redacted\]/)
    expect(output()).not.toContain(SECRET)
  })

  it('hides the key if the node is on another chain', async () => {
    const [hash, number, timestamp] = [`0x${'1'.repeat(64)}`, '0x1', '0x1']
    results = {
      eth_chainId: '0x7',
      eth_getBlockByNumber: { hash, parentHash: hash, number, timestamp, baseFeePerGas: '0x1' },
    }
    const { output, ended } = run()
    expect((await ended)[0]).toBe(1)
    expect(output()).toMatch(/the node at 127[.]0[.]0[.]1:\d+ is on chain 7, not 31337/)
    expect(output()).not.toContain(SECRET)
  })

  it.each([
    ['a node with another protocol', { SLUICE_RPC_ETHEREUM: `ftp://node.example/${SECRET}` }],
    ['a database with another protocol', { DATABASE_URL: `mysql://me:${SECRET}@host/name` }],
    ['an unknown chain', { SLUICE_RPC_MOON: `https://node.example/${SECRET}` }],
  ])('hides the key if it cannot start because of %s', async (_, settings) => {
    const { output, ended } = run(settings)
    expect((await ended)[0]).toBe(1)
    expect(output()).toMatch(/^Service: /m)
    expect(output()).not.toContain(SECRET)
  })

  it.each([`node.example/v2/${SECRET}`, `"wss://node.example/v2/${SECRET}"`])(
    'reports the variable of invalid addresses without the key, with the WebSocket %s',
    async (webSocket) => {
      const addresses = [
        `node.example/v2/${SECRET}`,
        `"https://node.example/v2/${SECRET}"`,
        `https://node .example/v2/${SECRET}`,
        `me:${SECRET}@node.example`,
        `node.example?apikey=${SECRET}`,
        `${SECRET}K`,
        '',
      ]
      const { output, ended } = run({
        SLUICE_RPC_ETHEREUM: addresses.join(),
        SLUICE_WS_ETHEREUM: webSocket,
      })
      expect((await ended)[0]).toBe(1)
      for (const i of addresses.keys()) expect(output()).toContain(`  SLUICE_RPC_ETHEREUM[${i}]: must `)
      expect(output()).toContain('  SLUICE_WS_ETHEREUM: must be an address starting with ws:// or wss://')
      expect(output()).not.toContain(SECRET)
    },
  )

  it('hides the key if the config is not JSON', async () => {
    const path = join(directory, 'broken.json')
    writeFileSync(path, `{"chains":[{"name":"ethereum","rpcUrls":["https://node.example/${SECRET}",]}]}`)
    const { output, ended } = run({ SLUICE_CONFIG: path })
    expect((await ended)[0]).toBe(1)
    expect(output()).toContain('not JSON: look for a slip at line 1, column 86')
    expect(output()).not.toContain(SECRET.slice(-8))
  })

  it.each([
    ['an unhandled rejection', 'Promise.reject(error)'],
    ['an uncaught exception', 'throw error'],
    ['a rejection with a string', 'Promise.reject(error.message + error.stack)'],
  ])('hides the key after %s, and exits', async (_, ending) => {
    const script = `process.once('SIGUSR2', () => {
      const cause = new Error(${JSON.stringify(`fetch ${nodeUrl} failed`)})
      const error = new Error(${JSON.stringify(`${nodeUrl} refused: Cannot POST /v2/${SECRET}`)}, { cause })
      error.url = ${JSON.stringify(nodeUrl)}
      ${ending}
    })`
    const { child, output, url, ended } = run({}, [
      '--import',
      `data:text/javascript,${encodeURIComponent(script)}`,
    ])
    await expect.poll(url).toBeDefined()
    child.kill('SIGUSR2')
    expect((await ended)[0]).toBe(1)
    expect(output()).toMatch(/Service: .*refused/)
    expect(output()).not.toContain(SECRET)
  })
})
