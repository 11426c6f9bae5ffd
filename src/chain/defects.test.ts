import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { USDC, USER } from '../../wire/fixtures/addresses.ts'
import type { ResolvedConfig } from '../config/types.ts'
import type { SluiceError } from '../errors/sluice-error.ts'
import { createChainReader } from './chain-reader.ts'
import type { ChainReader } from './types.ts'

const chainId = 1
const call = { from: USER, to: USDC, data: '0x1234', value: 0n } as const
const block = { number: '0x64', timestamp: '0x1', transactions: [], logsBloom: '0x00' }
const defect = new TypeError('x is not a function')

/** The results of the node by method. Default: a block for each request. */
let results: Record<string, unknown> = {}
let rpcUrl = ''
const server = createServer(async (request, response) => {
  let body = ''
  for await (const part of request) body += part
  const { method, id } = JSON.parse(body)
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ jsonrpc: '2.0', id, result: method in results ? results[method] : block }))
})

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  rpcUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

const config = () => ({ chains: [{ id: chainId, rpcUrls: [rpcUrl] }] }) as unknown as ResolvedConfig

it('rejects with UNKNOWN and a support id for an error of its own code', async () => {
  const reader = createChainReader(() => {
    throw defect
  })
  await expect(reader.gasPrice(chainId)).rejects.toMatchObject({
    code: 'UNKNOWN',
    cause: defect,
    supportId: expect.stringMatching(/./),
  })
})

const search = { ...call, chainId, fromBlock: 90n, chainDeadline: undefined }
const reads: [string, Record<string, unknown>, (reader: ChainReader) => Promise<unknown>][] = [
  ['gas price', { eth_gasPrice: null }, (reader) => reader.gasPrice(chainId)],
  [
    'simulation',
    { eth_simulateV1: [{ calls: [{ status: '0x1', logs: [{}], gasUsed: '0x1' }] }] },
    (reader) => reader.simulate({ chainId, from: USER, calls: [call], accounts: [], tokens: [] }),
  ],
]

it.each(reads)('rejects with RPC_UNAVAILABLE for a malformed %s', async (_, answers, read) => {
  results = answers
  await expect(read(createChainReader(config))).rejects.toMatchObject({ code: 'RPC_UNAVAILABLE' })
})

it.each([
  ['reports nothing for malformed logs', { eth_getLogs: null, eth_getTransactionByHash: null }, () => [], []],
  [
    'reports an error of its own code once',
    { eth_getLogs: [] },
    () => {
      throw defect
    },
    [expect.objectContaining({ code: 'UNKNOWN', cause: defect })],
  ],
])('%s in a search, which continues', async (_, answers, known, reported) => {
  results = { eth_blockNumber: '0x64', eth_getTransactionCount: '0x0', ...answers }
  const reportError = vi.fn<(error: SluiceError) => void>()
  const reader = createChainReader(config, { watchTiming: { pollMs: 5 }, reportError })
  const named = () => `0x${'1'.repeat(64)}` as const
  const searching = reader.findSent({
    ...search,
    known,
    named,
    maxPolls: 3,
    signal: AbortSignal.timeout(5_000),
  })
  await expect(searching).rejects.toMatchObject({ code: 'TIMEOUT' })
  expect(reportError.mock.calls.flat()).toEqual(reported)
})
