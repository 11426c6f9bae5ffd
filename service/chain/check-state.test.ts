import { readFileSync } from 'node:fs'
import { createPublicClient, createTestClient, http, numberToHex } from 'viem'
import { foundry } from 'viem/chains'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Anvil, startAnvil } from '../../devnet/anvil.ts'
import { chainConfig } from '../testing/literal-chain.ts'
import { type Behavior, type ProxyNode, type RpcCall, startProxyNode } from '../testing/proxy-node.ts'
import { stateDifferences } from './check-state.ts'
import { createChainNode, type Header } from './node.ts'

const multicall3 = JSON.parse(
  readFileSync(new URL('../../devnet/artifacts/multicall3.json', import.meta.url), 'utf8'),
)
const config = { ...chainConfig('ethereum', 31337), multicall3: multicall3.address }

let anvil: Anvil
let proxy: ProxyNode
beforeAll(async () => {
  anvil = await startAnvil({ chainId: 31337, port: 0, genesisTimestamp: 1_750_000_000, accounts: 1 })
  proxy = await startProxyNode(anvil.rpcUrl)
  await testClient().setCode({ address: multicall3.address, bytecode: multicall3.runtimeCode })
})
afterEach(() => proxy.behave({}))
afterAll(async () => {
  await proxy?.stop()
  await anvil?.stop()
})

describe('a node that keeps the state of recent blocks passes', () => {
  it('on a chain that has its first block alone, and later', async () => {
    const first = await createChainNode(publicClient()).headerAt(0n)
    expect(await stateDifferences(config, publicClient(), first)).toEqual([])
    expect(await find()).toEqual([])
  })

  it('where contracts are told the number of another chain’s block, as on Arbitrum', async () => {
    expect(
      await find({ distort: ({ method }, result) => (method === 'eth_call' ? word(1n) : result) }),
    ).toEqual([])
  })

  it('where it did not have the newest blocks at first, as one of several behind an address', async () => {
    let asked = 0
    expect(await find({ refuse: (call) => (isByHash(call) && ++asked <= 2 ? NO_STATE : undefined) })).toEqual(
      [],
    )
    expect(asked).toBe(4)
  })

  it('where there is no Multicall3, which is said elsewhere', async () => {
    expect(await find({}, { multicall3: config.weth })).toEqual([])
  })
})

describe('a node is named that', () => {
  const reason = /^rpcUrls: the node serves no state of earlier blocks by hash \(no state\)\. .*archive node/

  it('serves the state of its latest block alone', async () => {
    const refuse = (call: RpcCall, { hash }: Header) =>
      isByHash(call) && hashOf(call) !== hash ? NO_STATE : undefined
    expect(await find((head) => ({ refuse: (call) => refuse(call, head) }))).toEqual([
      expect.stringMatching(reason),
    ])
  })

  it('knows no hashes in the place of a block', async () => {
    expect(await find({ refuse: (call) => (isByHash(call) ? NO_STATE : undefined) })).toEqual([
      expect.stringMatching(reason),
    ])
  })

  it('answers from its latest block whatever it is asked', async () => {
    const distort = (call: RpcCall, result: unknown, { number }: Header) =>
      isByHash(call) ? word(number) : result
    expect(await find((head) => ({ distort: (call, result) => distort(call, result, head) }))).toEqual([
      expect.stringMatching(/^rpcUrls: the node answers from its latest block whatever the hash/),
    ])
  })
})

it.each<[string, Behavior]>([
  ['down', { isDown: true }],
  ['asked too often', { refuse: () => ({ code: 429, message: 'too many requests' }) }],
  ['unable to call contracts', { refuse: ({ method }) => (method === 'eth_call' ? NO_STATE : undefined) }],
])('a node that is %s is not what this is about: the reads that follow fail', async (_, behavior) => {
  expect(await find(behavior)).toEqual([])
})

const NO_STATE = { code: -32000, message: 'no state' }

/** What is found through a node of this behavior, which named a new head before. */
async function find(
  behavior: Behavior | ((head: Header) => Behavior) = {},
  change: Partial<typeof config> = {},
) {
  await testClient().mine({ blocks: 1 })
  const head = await createChainNode(publicClient()).latest()
  proxy.behave(typeof behavior === 'function' ? behavior(head) : behavior)
  return stateDifferences({ ...config, ...change }, publicClient(), head)
}

const publicClient = () => createPublicClient({ transport: http(proxy.url, { retryCount: 0 }), cacheTime: 0 })
const testClient = () => createTestClient({ chain: foundry, mode: 'anvil', transport: http(anvil.rpcUrl) })

function hashOf({ method, params }: RpcCall): unknown {
  return method === 'eth_call' ? Object(params?.[1]).blockHash : undefined
}

function isByHash(call: RpcCall): boolean {
  return hashOf(call) !== undefined
}

function word(value: bigint) {
  return numberToHex(value, { size: 32 })
}
