import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { startTestDevnet, type TestDevnet } from '../../devnet/testing/devnet.ts'
import { type Address, NATIVE_TOKEN } from '../../wire/lib/address.ts'
import type { ResolvedConfig } from '../config/types.ts'
import { createChainReader } from './chain-reader.ts'
import type { ChainReader } from './types.ts'

let devnet: TestDevnet
let server: Server
let reader: ChainReader
let chainId: number
let account: Address
let token: Address
/** The bodies that the node received. */
const bodies: string[] = []

beforeAll(async () => {
  devnet = await startTestDevnet()
  const chain = devnet.chain()
  chainId = chain.manifest.id
  account = chain.account()
  token = chain.token('USDC').address
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString()
    bodies.push(body)
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(chain.manifest.rpcUrl, { method: 'POST', headers, body })
    response.writeHead(answer.status, headers).end(await answer.text())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const rpcUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const config = { chains: [{ id: chainId, rpcUrls: [rpcUrl] }] } as unknown as ResolvedConfig
  reader = createChainReader(() => config)
})
afterAll(async () => {
  server?.close()
  await devnet?.stop()
})
afterEach(() => {
  for (const prototype of [Array.prototype, Object.prototype, String.prototype])
    Reflect.deleteProperty(prototype, 'toJSON')
  bodies.length = 0
})

it.each([
  ['arrays', Array.prototype, () => '["old"]'],
  ['objects', Object.prototype, () => ({ method: 'eth_chainId' })],
  ['objects without a result', Object.prototype, () => undefined],
  ['strings', String.prototype, () => '"old"'],
])('reads the chain while the prototype of %s has a toJSON', async (_, prototype, toJSON) => {
  const reads = () =>
    Promise.all([
      reader.balanceOf({ chainId, token: NATIVE_TOKEN, account }),
      reader.balanceOf({ chainId, token, account }),
      reader.tokenMetadata({ chainId, token }),
    ])
  const expected = await reads()
  const sent = bodies.splice(0).sort()
  Object.defineProperty(prototype, 'toJSON', { value: toJSON, configurable: true, writable: true })
  const actual = await reads()
  Reflect.deleteProperty(prototype, 'toJSON')
  expect(actual).toEqual(expected)
  expect(bodies.sort()).toEqual(sent)
})
