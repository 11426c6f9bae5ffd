import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startTestDevnet, type TestChain, type TestDevnet } from '../../devnet/testing/devnet.ts'
import { until } from '../../wire/testing/until.ts'
import type { ChainServiceConfig } from '../config/types.ts'
import { type RpcCall, startProxyNode } from '../testing/proxy-node.ts'
import type { DiscoveryProgress, DiscoveryStage } from './discovery/discovery-progress.ts'
import { type ChainFollower, createFollowedChain } from './followed-chain.ts'

// Uses its own chain, because a node with this many blocks drops states that other tests go back
// to.
let devnet: TestDevnet
let test: TestChain
let config: ChainServiceConfig
const followers: ChainFollower[] = []

beforeAll(async () => {
  devnet = await startTestDevnet()
  test = devnet.chain()
  config = devnet.serviceConfig.chains[0]!
})

afterEach(() => Promise.all(followers.splice(0).map((follower) => follower.stop())))
afterAll(() => devnet?.stop())

/** Mines in batches, because all blocks at once exceed the request timeout on a busy machine. */
async function mine(blocks: number) {
  const blocksAtOnce = 50
  for (let made = 0; made < blocks; made += blocksAtOnce) {
    await test.testClient.mine({ blocks: blocksAtOnce })
  }
}

describe('the start of a chain whose node allows ten blocks per request', () => {
  const FINALITY = 200
  const getRange = ({ method, params }: RpcCall) => {
    const { address, fromBlock, toBlock } = Object(params?.[0])
    const isScan = method === 'eth_getLogs' && address && fromBlock
    return isScan ? { from: Number(fromBlock), to: Number(toBlock) } : undefined
  }

  it('reports its stage and progress until the first snapshot, and reads no block twice', async () => {
    await mine(1_500)
    const head = Number(await test.publicClient.getBlockNumber())
    const told: DiscoveryProgress[] = []
    const asked: number[] = []
    const silent: string[] = []
    const proxy = await startProxyNode(config.rpcUrls[0]!, {
      refuse(call) {
        if (chain.snapshot()) return undefined
        const progress = chain.discovery()
        if (progress) told.push(progress)
        else if (told.length > 0) silent.push(call.method)
        const range = getRange(call)
        if (range && range.from > head - FINALITY) asked.push(range.from)
        return undefined
      },
    })
    const chain = createFollowedChain(
      {
        ...config,
        ...{ rpcUrls: [proxy.url], finalityBlocks: FINALITY, logBlocks: 10 },
        poolLimits: { loadAllUpTo: 0 },
      },
      { pollMs: 50 },
    )
    followers.push(chain)
    try {
      await chain.start()
      expect(chain.discovery()).toBeUndefined()
      const stages = told.map(({ stage }) => stage).filter((stage, i, all) => stage !== all[i - 1])
      expect(stages).toEqual(['discovering', 'recent', 'measuring', 'recent', 'loading'])
      expect(silent).toEqual([])
      expect(told.filter(({ toBlock }) => toBlock !== head)).toEqual([])
      const blocks = told.map(({ block }) => block)
      expect(blocks).toEqual(blocks.toSorted((a, b) => a - b))
      expect(blocks.some((block) => block > head - FINALITY && block < head)).toBe(true)
      const ofPools = told.filter(({ stage }) => stage === 'measuring' || stage === 'loading')
      expect(ofPools.filter(({ block, toPools }) => block < head || !toPools)).toEqual([])
      expect(told.filter(({ stage }) => stage === 'recent')).toContainEqual(
        expect.objectContaining({ secondsLeft: expect.any(Number) }),
      )
      expect(asked).toHaveLength(FINALITY / 10)
      expect(new Set(asked).size).toBe(asked.length)
    } finally {
      await Promise.all(followers.splice(0).map((follower) => follower.stop()))
      await proxy.stop()
    }
  })

  it('hides a failed start, because progress would hide that the chain has no prices', async () => {
    await mine(300)
    const head = Number(await test.publicClient.getBlockNumber())
    const proxy = await startProxyNode(config.rpcUrls[0]!, {
      refuse(call) {
        stages.add(chain.discovery()?.stage)
        const isRefused = (getRange(call)?.to ?? 0) > head - FINALITY / 2
        return isRefused ? { code: -32000, message: 'internal error' } : undefined
      },
    })
    const seen: unknown[] = []
    const stages = new Set<DiscoveryStage | undefined>()
    const chain = createFollowedChain(
      { ...config, rpcUrls: [proxy.url], finalityBlocks: FINALITY, logBlocks: 10 },
      { pollMs: 50, onEvent: ({ type }) => type === 'failed' && seen.push(chain.discovery()) },
    )
    followers.push(chain)
    try {
      const started = chain.start()
      await until(() => seen.length > 1)
      expect(stages).toContain('recent')
      expect(new Set(seen)).toEqual(new Set([undefined]))
      expect(chain.isStale()).toBe(true)
      proxy.behave({})
      await started
      expect(chain.discovery()).toBeUndefined()
    } finally {
      await Promise.all(followers.splice(0).map((follower) => follower.stop()))
      await proxy.stop()
    }
  })
})
