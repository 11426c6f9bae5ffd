import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { createPrivateRpcs } from './private-rpcs.ts'

const servers: Server[] = []

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** An RPC that returns this result for `eth_chainId`, or never responds if it is undefined. */
async function startRpc(getResult: () => unknown) {
  let asked = 0
  const server = createServer((_request, response) => {
    asked += 1
    const result = getResult()
    response.writeHead(200, { 'content-type': 'application/json' })
    response.flushHeaders()
    if (result !== undefined) response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result }))
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://localhost:${(server.address() as AddressInfo).port}/fast`, asked: () => asked }
}

function setUp(chains: Parameters<typeof createPrivateRpcs>[0]) {
  let now = 0
  const faults: unknown[] = []
  const offered = createPrivateRpcs(chains, {
    nowMs: () => now,
    onFault: (fault) => faults.push(fault),
    timeoutMs: 200,
  })
  return {
    offered,
    faults,
    wait: (ms: number) => {
      now += ms
    },
  }
}

const on = (name: string, id: number, ...urls: string[]) => ({
  name,
  id,
  privateRpcs: urls,
})

it('offers RPCs that return the id of their chain', async () => {
  const ethereum = await startRpc(() => '0x1')
  const base = await startRpc(() => '0x2105')
  const { offered, faults } = setUp([
    on('ethereum', 1, ethereum.url),
    on('base', 8453, base.url),
    { name: 'op', id: 10 },
  ])
  expect(await offered()).toEqual([
    { chainID: 'ethereum', networkID: 1, url: ethereum.url },
    { chainID: 'base', networkID: 8453, url: base.url },
  ])
  expect(faults).toEqual([])
})

it.each([
  ['returns the id of another chain', () => '0x2105', 'returns chain id 8453'],
  ['returns an object', () => ({ chain: 1 }), 'returns no chain id'],
  ['returns a number', () => 1, 'returns no chain id'],
  ['starts a response and never ends it', () => undefined, 'does not answer'],
])('does not offer an RPC that %s, and reports it once', async (_, getResult, reason) => {
  const rpc = await startRpc(getResult)
  const { offered, faults, wait } = setUp([on('ethereum', 1, rpc.url)])
  expect(await offered()).toEqual([])
  wait(61_000)
  expect(await offered()).toEqual([])
  expect(rpc.asked()).toBe(2)
  expect(faults).toEqual([{ chain: 'ethereum', url: rpc.url, reason }])
})

it('offers an RPC again a minute after it recovers, and the others in between', async () => {
  let id: unknown = '0x5'
  const late = await startRpc(() => id)
  const well = await startRpc(() => '0x1')
  const { offered, faults, wait } = setUp([on('ethereum', 1, late.url, well.url)])
  const urls = async () => (await offered()).map(({ url }) => url)
  expect(await urls()).toEqual([well.url])
  id = '0x1'
  wait(59_000)
  expect(await urls()).toEqual([well.url])
  wait(2_000)
  expect(await urls()).toEqual([late.url, well.url])
  id = '0x5'
  wait(11 * 60_000)
  expect(await urls()).toEqual([well.url])
  expect(faults).toHaveLength(2)
})

it('does not offer an RPC that redirects, because a wallet would receive another address than was checked', async () => {
  const rpc = await startRpc(() => '0x1')
  const server = createServer((_request, response) => response.writeHead(307, { location: rpc.url }).end())
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { offered } = setUp([
    on('ethereum', 1, `http://localhost:${(server.address() as AddressInfo).port}/`),
  ])
  expect(await offered()).toEqual([])
  expect(rpc.asked()).toBe(0)
})

it('checks an RPC once in ten minutes, however many requests need it', async () => {
  const rpc = await startRpc(() => '0x1')
  const { offered, wait } = setUp([on('ethereum', 1, rpc.url)])
  await Promise.all([offered(), offered(), offered()])
  wait(9 * 60_000)
  await offered()
  expect(rpc.asked()).toBe(1)
  wait(2 * 60_000)
  await offered()
  expect(rpc.asked()).toBe(2)
})
