import { createPublicClient, encodeFunctionData, erc20Abi, http } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestDevnet, type TestChain, type TestDevnet } from '../../devnet/testing/devnet.ts'
import { type LookupServer, putLookupToken, startLookupServer } from '../../devnet/testing/offchain-lookup.ts'
import type { Address } from '../../wire/lib/address.ts'
import type { ResolvedConfig } from '../config/types.ts'
import { createChainReader } from './chain-reader.ts'
import type { ChainReader } from './types.ts'

const TOKEN: Address = '0x00000000000000000000000000000000000cc1b0'

let devnet: TestDevnet
let chain: TestChain
let server: LookupServer
let reader: ChainReader
let chainId: number
let account: Address

beforeAll(async () => {
  devnet = await startTestDevnet()
  chain = devnet.chain()
  chainId = chain.manifest.id
  account = chain.account()
  server = await startLookupServer()
  await putLookupToken(chain, TOKEN, server.url)
  const config = { chains: [{ id: chainId, rpcUrls: [chain.manifest.rpcUrl] }] } as unknown as ResolvedConfig
  reader = createChainReader(() => config, { watchTiming: { pollMs: 30 } })
})
afterAll(async () => {
  await server?.stop()
  await devnet?.stop()
})
beforeEach(() => {
  server.requests.length = 0
})

describe('token that reverts with OffchainLookup', () => {
  it('reaches its server through a client that follows the lookup', async () => {
    const client = createPublicClient({ transport: http(chain.manifest.rpcUrl, { retryCount: 0 }) })
    const read = { address: TOKEN, abi: erc20Abi, functionName: 'balanceOf', args: [account] } as const
    await client.readContract(read).catch(() => undefined)
    expect(server.requests).toHaveLength(1)
  })

  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [TOKEN, 1n] })
  const reads: [string, () => Promise<unknown>][] = [
    ['a balance is read', () => reader.balanceOf({ chainId, token: TOKEN, account })],
    [
      'a balance is read on the pending block',
      () => reader.balanceOf({ chainId, token: TOKEN, account, blockTag: 'pending' }),
    ],
    [
      'an allowance is read',
      () => reader.allowance({ chainId, token: TOKEN, owner: account, spender: TOKEN }),
    ],
    ['its symbol, name and decimals are read', () => reader.tokenMetadata({ chainId, token: TOKEN })],
    [
      'its gas is estimated',
      () => reader.estimateGas({ chainId, from: account, to: TOKEN, data, value: 0n }),
    ],
    [
      'a call of it is simulated',
      () =>
        reader.simulate({
          chainId,
          from: account,
          calls: [{ to: TOKEN, data, value: 0n }],
          accounts: [account],
          tokens: [TOKEN],
        }),
    ],
    ['a reverted transaction is replayed for its reason', () => watchReverted()],
  ]
  it.each(reads)('calls no server when %s', async (_, read) => {
    await read().catch(() => undefined)
    expect(server.requests).toEqual([])
  })

  it('is reported as invalid, not as a lost network', async () => {
    await expect(reader.tokenMetadata({ chainId, token: TOKEN })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
    })
  })

  async function watchReverted() {
    const hash = await chain.wallet().sendTransaction({ to: TOKEN, data, gas: 100_000n })
    const outcome = await reader.watch({
      transaction: { chainId, hash, from: account, to: TOKEN, data, value: 0n },
      signal: new AbortController().signal,
    })
    expect(outcome).toMatchObject({ kind: 'mined', receipt: { status: 'reverted' } })
  }
})
