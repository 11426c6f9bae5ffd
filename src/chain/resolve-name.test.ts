import { encodeAbiParameters, encodeErrorResult, type Hex, parseAbi, toFunctionSelector } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contractCode } from '../../devnet/testing/contract-code.ts'
import { startTestDevnet, type TestChain, type TestDevnet } from '../../devnet/testing/devnet.ts'
import { type LookupServer, putLookupToken, startLookupServer } from '../../devnet/testing/offchain-lookup.ts'
import type { Address } from '../../wire/lib/address.ts'
import type { ResolvedConfig } from '../config/types.ts'
import { createChainReader } from './chain-reader.ts'
import type { ChainReader } from './types.ts'

const RESOLVER: Address = '0x00000000000000000000000000000000000e4501'
const OWNER: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const RESOLVE = toFunctionSelector('resolveWithGateways(bytes,bytes,string[])')

let devnet: TestDevnet
let chain: TestChain
let server: LookupServer
let reader: ChainReader
let chainId: number

beforeAll(async () => {
  devnet = await startTestDevnet()
  chain = devnet.chain()
  chainId = chain.manifest.id
  server = await startLookupServer()
  const ens = { id: chainId, rpcUrls: [chain.manifest.rpcUrl], ensResolver: RESOLVER }
  const other = { id: 8_453, rpcUrls: ['http://127.0.0.1:1'] }
  const config = { chains: [other, ens] } as unknown as ResolvedConfig
  reader = createChainReader(() => config)
})
afterAll(async () => {
  await server?.stop()
  await devnet?.stop()
})
beforeEach(() => {
  server.requests.length = 0
})

/** Installs a Universal Resolver that returns this record for every name. */
async function putResolver(answer: { record: Hex } | { reverts: Hex }) {
  const returned =
    'record' in answer
      ? {
          returns: encodeAbiParameters(
            [{ type: 'bytes' }, { type: 'address' }],
            [answer.record, '0x00000000000000000000000000000000000e4502'],
          ),
        }
      : answer
  await chain.testClient.setCode({ address: RESOLVER, bytecode: contractCode({ [RESOLVE]: returned }) })
  await chain.testClient.mine({ blocks: 1 })
}

describe('ENS name', () => {
  it('is normalized and resolves to the address of its record', async () => {
    await putResolver({ record: encodeAbiParameters([{ type: 'address' }], [OWNER]) })
    expect(await reader.resolveName({ chainId, name: 'Treasury.ETH' })).toEqual({
      name: 'treasury.eth',
      address: OWNER,
    })
  })

  it('resolves for another chain to its own record there, read on the chain that has ENS', async () => {
    await putResolver({ record: encodeAbiParameters([{ type: 'bytes' }], [OWNER]) })
    const found = await reader.resolveName({ chainId: 8_453, name: 'treasury.eth' })
    expect(found?.address.toLowerCase()).toBe(OWNER.toLowerCase())
  })

  it('resolves to undefined without a record', async () => {
    await putResolver({
      record: encodeAbiParameters([{ type: 'address' }], ['0x0000000000000000000000000000000000000000']),
    })
    expect(await reader.resolveName({ chainId, name: 'nobody.eth' })).toBeUndefined()
    const reverts = encodeErrorResult({
      abi: parseAbi(['error ResolverNotFound(bytes name)']),
      args: ['0x00'],
    })
    await putResolver({ reverts })
    expect(await reader.resolveName({ chainId, name: 'nobody.eth' })).toBeUndefined()
  })

  it('rejects an off-chain name without a request to its server', async () => {
    await putLookupToken(chain, RESOLVER, server.url)
    await expect(reader.resolveName({ chainId, name: 'offchain.eth' })).rejects.toMatchObject({
      code: 'RPC_UNAVAILABLE',
    })
    expect(server.requests).toEqual([])
  })

  it.each(['under_score.eth', 'раypal.eth', 'a..eth'])('rejects an invalid name: %s', async (name) => {
    await expect(reader.resolveName({ chainId, name })).rejects.toMatchObject({ code: 'INVALID_REQUEST' })
  })

  it('rejects when no chain has ENS', async () => {
    const config = { chains: [{ id: chainId, rpcUrls: [chain.manifest.rpcUrl] }] }
    const without = createChainReader(() => config as unknown as ResolvedConfig)
    await expect(without.resolveName({ chainId, name: 'treasury.eth' })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
    })
  })
})
