import { type Hex, toFunctionSelector } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ManifestPool } from '../../devnet/plan/manifest.ts'
import { sameAddress } from '../../wire/lib/address.ts'
import { sleep } from '../../wire/lib/sleep.ts'
import { until } from '../../wire/testing/until.ts'
import { type ChainFollower, createFollowedChain } from '../chain/followed-chain.ts'
import { ServiceError } from '../lib/service-error.ts'
import type { PoolLog } from '../modules/core/pool.ts'
import { type Behavior, type ProxyNode, type RpcCall, startProxyNode } from '../testing/proxy-node.ts'
import { createRouterEngine } from './router-engine.ts'
import { type RouterDevnet, startRouterDevnet } from './testing/router-devnet.ts'
import { solveUnlimited } from './testing/unlimited-solver.ts'

interface Told {
  blockNumber: number
  amounts: string
}

let devnet: RouterDevnet
let nodes: readonly ProxyNode[] = []
let chain: ChainFollower | undefined
const pollMs = 25

beforeAll(async () => {
  devnet = await startRouterDevnet()
})

afterEach(async () => {
  await chain?.stop()
  await Promise.all(nodes.map((node) => node.stop()))
})

afterAll(() => devnet?.stop())

describe('a price while swaps are mined', () => {
  it('is correct or rejected as stale if the followed node stops between a head and its logs', async () => {
    const run = await startRun(2)
    await run.mine(3)
    nodes[0]!.behave({
      // The node announces the head but returns no logs for it.
      distort({ method }, result) {
        if (method !== 'eth_getLogs') return result
        nodes[0]!.behave({ isDown: true })
        throw new Error('killed')
      },
    })
    await run.mine(3)
    await run.reachesHead()
    nodes[1]!.behave({ isDown: true })
    await run.mine(2)
    nodes[1]!.behave({})
    await run.mine(2)
    await run.end()
  })

  it('is correct or rejected as stale if the followed node stops during a state read and returns behind', async () => {
    const run = await startRun(3)
    await run.mine(2)
    let reads = 0
    nodes[0]!.behave({
      distort({ method }, result) {
        if (method === 'eth_call') reads += 1
        if (reads < 3) return result
        nodes[0]!.behave({ isDown: true })
        throw new Error('killed')
      },
    })
    await run.mine(4)
    nodes[0]!.behave(run.lagging())
    await run.mine(4)
    nodes[0]!.behave({})
    await run.mine(2)
    await run.end()
  })

  it('is correct or rejected as stale if the followed node falls behind its own head and catches up', async () => {
    const run = await startRun(2)
    await run.mine(4)
    await run.reachesHead()
    nodes[0]!.behave(run.lagging({ back: 2 }))
    await run.mine(4)
    nodes[0]!.behave(run.lagging({ back: 1 }))
    await run.mine(3)
    nodes[0]!.behave({})
    await run.mine(2)
    await run.end()
  })

  it.each([2, 3])(
    'is correct or rejected as stale if the followed node of %s hides the only swap of a block',
    async (count) => {
      const run = await startRun(count)
      await run.mine(2)
      nodes[0]!.behave(hiding(run.pairs[0]!))
      await run.mine(4)
      nodes[0]!.behave({})
      await run.mine(2)
      await run.end()
    },
  )

  it.each([1, 2])(
    'is correct or rejected as stale if the followed node of %s hides one of two swaps of a block',
    async (count) => {
      const run = await startRun(count)
      await run.mine(2)
      nodes[0]!.behave(hiding(run.pairs[0]!))
      await run.mine(4, { together: true })
      nodes[0]!.behave({})
      await run.mine(2)
      await run.end()
    },
  )
})

/** Follows the chain through several proxies of one node and requests prices continuously. */
async function startRun(count: number) {
  nodes = await Promise.all(
    Array.from({ length: count }, () => startProxyNode(devnet.chain.config.rpcUrls[0]!)),
  )
  const config = { ...devnet.chain.config, rpcUrls: nodes.map(({ url }) => url) }
  chain = createFollowedChain(config, { pollMs, blocksBetweenAudits: 100_000, rediscoverMs: 3_600_000 })
  const own = chain
  await own.start()
  const ask = createAsker(own)
  const pairs = devnet.test
    .pools('WETH', 'LINK', 'uniswap-v2')
    .concat(devnet.test.pools('WETH', 'USDC', 'uniswap-v2'))
  const hashes: Hex[] = []
  const truth = new Map<number, string>()
  const told: Told[] = []
  let hasEnded = false
  const asking = (async () => {
    while (!hasEnded) {
      try {
        told.push(await ask())
      } catch (error) {
        if (!(error instanceof ServiceError) || error.status !== 503) throw error
      }
      await sleep(pollMs)
    }
  })()

  async function noteTruth(): Promise<void> {
    const { hash } = await devnet.test.publicClient.getBlock()
    hashes.push(hash)
    const { blockNumber, amounts } = await readTruth()
    truth.set(blockNumber, amounts)
  }

  async function reachesHead(): Promise<void> {
    await until(() => own.snapshot()?.blockHash === hashes.at(-1))
    const last = Number(own.snapshot()?.blockNumber)
    await until(() => told.at(-1)?.blockNumber === last)
  }

  await noteTruth()
  return {
    pairs,
    reachesHead,

    /** Mines blocks with one swap each, in one pair or in every pair. */
    async mine(blocks: number, { together = false } = {}) {
      for (let i = 0; i < blocks; i += 1) {
        await swap(together ? pairs : pairs.slice(0, 1), hashes.length)
        await noteTruth()
      }
    },

    /** Behaves like a node that lacks the newest blocks and has stopped. */
    lagging({ back = 0 } = {}): Behavior {
      const known = hashes.at(-1 - back)!
      const seen = new Set<unknown>(hashes.slice(0, hashes.length - back))
      const isNew = (value: unknown) => hashes.includes(value as Hex) && !seen.has(value)
      return {
        refuse: ({ method, params }) =>
          method !== 'eth_getBlockByHash' && findHashes(params).some(isNew)
            ? { code: -32000, message: 'header not found' }
            : undefined,
        async distort({ method, params }, result) {
          if (method === 'eth_getBlockByHash' && isNew(params?.[0])) return null
          if (method !== 'eth_getBlockByNumber') return result
          const head = await devnet.test.publicClient.request({
            method: 'eth_getBlockByHash',
            params: [known, false],
          })
          if (params?.[0] === 'latest') return head
          return BigInt(params?.[0] as Hex) > BigInt(head?.number ?? 0n) ? null : result
        },
      }
    },

    async end() {
      await reachesHead()
      hasEnded = true
      await asking
      expect(new Set(truth.values()).size).toBe(truth.size)
      const wrong = told.filter(({ blockNumber, amounts }) => truth.get(blockNumber) !== amounts)
      expect([...new Set(wrong.map(({ blockNumber }) => blockNumber))]).toEqual([])
      expect(new Set(told.map(({ blockNumber }) => blockNumber)).size).toBeGreaterThan(3)
    },
  }
}

function createAsker(followed: ChainFollower) {
  const router = createRouterEngine({ chains: [followed], solver: solveUnlimited })
  const requests = [
    devnet.request({ input: 'WETH', output: 'LINK', amount: '20' }),
    // This request certainly uses the pairs whose prices change.
    devnet.request({ input: 'USDC', output: 'LINK', amount: '9000', modulesFilter: ['uniswap-v2'] }),
  ]
  /** Returns the prices of one block. */
  return async function ask(): Promise<Told> {
    const prices = await Promise.all(requests.map((request) => router.price(request)))
    const [{ blockNumber }] = prices as [(typeof prices)[number]]
    if (prices.some((price) => price.blockNumber !== blockNumber)) return ask()
    return {
      blockNumber: Number(blockNumber),
      amounts: prices.map(({ outputAmount }) => outputAmount).join(),
    }
  }
}

/** Returns the prices of a market loaded from the node itself. */
async function readTruth(): Promise<Told> {
  const fresh = createFollowedChain(devnet.chain.config, { pollMs: 3_600_000 })
  try {
    await fresh.start()
    return await createAsker(fresh)()
  } finally {
    await fresh.stop()
  }
}

function hiding({ address }: ManifestPool): Behavior {
  return {
    distort: ({ method }: RpcCall, result) =>
      method === 'eth_getLogs'
        ? (result as PoolLog[]).filter((log) => !sameAddress(log.address, address))
        : result,
  }
}

function findHashes(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(findHashes) : [value]
}

/**
 * Changes the prices of V2 pairs in one block, alternately up and down, so that they stay in the
 * best routes.
 */
async function swap(pairs: readonly ManifestPool[], round: number): Promise<void> {
  const { test } = devnet
  for (const { address, tokens } of pairs) {
    const token = tokens[round % 2]!
    await test.deal(token, address, ((await test.balanceOf(token, address)) * 103n) / 100n)
  }
  await test.testClient.setAutomine(false)
  for (const { address: to } of pairs) {
    await test.wallet().sendTransaction({ to, data: toFunctionSelector('sync()'), gas: 200_000n })
  }
  await test.testClient.mine({ blocks: 1 })
  await test.testClient.setAutomine(true)
}
