import { readFileSync } from 'node:fs'
import { createPublicClient, createTestClient, http, numberToHex } from 'viem'
import { foundry } from 'viem/chains'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Anvil, startAnvil } from '../../../devnet/node/anvil.ts'
import { chainConfig } from '../../testing/literal-chain.ts'
import { type Behavior, type ProxyNode, type RpcCall, startProxyNode } from '../../testing/proxy-node.ts'
import { createChainNode, type Header } from '../blocks/node.ts'
import { stateDifferences } from './check-state.ts'

const multicall3 = JSON.parse(
  readFileSync(new URL('../../../devnet/artifacts/multicall3.json', import.meta.url), 'utf8'),
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

describe('nodes that keep the state of recent blocks', () => {
  it('pass on a chain with only its first block, and later', async () => {
    const first = await createChainNode(publicClient()).headerAt(0n)
    expect(await stateDifferences(config, publicClient(), first)).toEqual([])
    expect(await find()).toEqual([])
  })

  it('pass if contracts read the block number of another chain, as on Arbitrum', async () => {
    expect(
      await find({ distort: ({ method }, result) => (method === 'eth_call' ? word(1n) : result) }),
    ).toEqual([])
  })

  it('pass if the newest blocks arrive late, as behind a load balancer', async () => {
    let asked = 0
    expect(await find({ refuse: (call) => (isByHash(call) && ++asked <= 2 ? NO_STATE : undefined) })).toEqual(
      [],
    )
    expect(asked).toBe(4)
  })

  it('pass without Multicall3, which another check reports', async () => {
    expect(await find({}, { multicall3: config.weth })).toEqual([])
  })
})

describe('stateDifferences', () => {
  const reason = /^rpcUrls: the node serves no state of earlier blocks by hash \(no state\)\. .*archive node/

  it('reports a node that serves only the latest state', async () => {
    const refuse = (call: RpcCall, { hash }: Header) =>
      isByHash(call) && hashOf(call) !== hash ? NO_STATE : undefined
    expect(await find((head) => ({ refuse: (call) => refuse(call, head) }))).toEqual([
      expect.stringMatching(reason),
    ])
  })

  it('reports a node that accepts no block hash', async () => {
    expect(await find({ refuse: (call) => (isByHash(call) ? NO_STATE : undefined) })).toEqual([
      expect.stringMatching(reason),
    ])
  })

  it('reports a node that answers from its latest block for any request', async () => {
    const distort = (call: RpcCall, result: unknown, { number }: Header) =>
      isByHash(call) ? word(number) : result
    expect(await find((head) => ({ distort: (call, result) => distort(call, result, head) }))).toEqual([
      expect.stringMatching(/^rpcUrls: the node answers from its latest block whatever the hash/),
    ])
  })
})

it.each<[string, Behavior]>([
  ['down', { isDown: true }],
  ['rate limited', { refuse: () => ({ code: 429, message: 'too many requests' }) }],
  ['unable to call contracts', { refuse: ({ method }) => (method === 'eth_call' ? NO_STATE : undefined) }],
])('ignores a node that is %s, because later reads fail', async (_, behavior) => {
  expect(await find(behavior)).toEqual([])
})

const NO_STATE = { code: -32000, message: 'no state' }

/** Returns what is found through a node with this behavior that returned a new head before. */
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
