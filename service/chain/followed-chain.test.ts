import { createRequire } from 'node:module'
import {
  type Abi,
  createPublicClient,
  encodeDeployData,
  getAddress,
  type Hex,
  http,
  toEventSelector,
  toFunctionSelector,
} from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ManifestChain } from '../../devnet/plan/manifest.ts'
import { startTestDevnet, type TestChain, type TestDevnet } from '../../devnet/testing/devnet.ts'
import { type Address, sameAddress } from '../../wire/lib/address.ts'
import { sleep } from '../../wire/lib/sleep.ts'
import { createRandom } from '../../wire/testing/random.ts'
import { until } from '../../wire/testing/until.ts'
import type { ChainServiceConfig } from '../config/types.ts'
import type { Pool, PoolLog } from '../modules/core/pool.ts'
import { createModules } from '../modules/create-modules.ts'
import { getPoolAddress } from '../modules/uniswap-v4/pool-key.ts'
import { createMetrics } from '../observability/metrics.ts'
import { createLiteralChain } from '../testing/literal-chain.ts'
import { startMovingAddress } from '../testing/moving-address.ts'
import { type Behavior, type ProxyNode, type RpcCall, startProxyNode } from '../testing/proxy-node.ts'
import { auditPools } from './audit/audit.ts'
import { createBlockReader } from './blocks/block-reader.ts'
import { createLogRange } from './blocks/log-range.ts'
import { createChainNode } from './blocks/node.ts'
import type { ChainEvent } from './chain-events.ts'
import { createPoolLedger } from './discovery/pool-ledger.ts'
import { type ChainFollower, createFollowedChain, type FollowOptions } from './followed-chain.ts'
import { createPoolMemory } from './pool-set/pool-memory.ts'
import { type ChainState, createSnapshot } from './snapshot/snapshot.ts'
import { ChainMismatchError } from './startup-checks/check-chain.ts'
import { findNamed } from './sync/check-gap.ts'
import { loadSnapshot } from './sync/load-snapshot.ts'

const SYNC = toEventSelector('Sync(uint112,uint112)')
const NOBODY = '0x00000000000000000000000000000000DeaDBeef'

let devnet: TestDevnet
let test: TestChain
let config: ChainServiceConfig
let clean: Hex
const followers: ChainFollower[] = []

beforeAll(async () => {
  devnet = await startTestDevnet()
  test = devnet.chain()
  config = devnet.serviceConfig.chains[0]!
})

beforeEach(async () => {
  clean = await test.testClient.snapshot()
})

afterEach(async () => {
  await Promise.all(followers.splice(0).map((follower) => follower.stop()))
  await test.testClient.revert({ id: clean })
})

afterAll(() => devnet?.stop())

describe('a followed chain', () => {
  it('finds every pool that the factories made', async () => {
    const chain = await follow()
    const found = chain
      .snapshot()!
      .pools()
      .map(({ address }) => getAddress(address))
    expect([...new Set(found)].sort()).toEqual(getContracts(test.manifest).sort())
    expect(
      chain
        .snapshot()!
        .pools()
        .every(({ isHealthy }) => isHealthy),
    ).toBe(true)
  })

  it('knows the tokens of its pools, including unusual ones', async () => {
    const chain = await follow()
    const traded = test.manifest.tokens.filter(({ claim }) => !claim)
    for (const { address, symbol, name, decimals, trait } of traded) {
      expect(chain.token(address)).toEqual({ address: getAddress(address), symbol, name, decimals })
      expect(chain.tradableTokens().has(address.toLowerCase())).toBe(trait !== 'fee-on-transfer')
    }
    expect(chain.tokens().length).toBeGreaterThanOrEqual(traded.length)
  })

  it('detects a taxed token on a node that simulates few calls at a time, and trades tokens only after a probe', async () => {
    let allowed = 6
    let asked = 0
    const refuse: Behavior['refuse'] = ({ method, params }) => {
      if (method !== 'eth_simulateV1') return undefined
      asked += 1
      const [{ blockStateCalls }] = params as [{ blockStateCalls: [{ calls: unknown[] }] }]
      const tooMany = blockStateCalls[0].calls.length > allowed
      return tooMany ? { code: -38015, message: 'block gas limit reached' } : undefined
    }
    let held: Promise<void> | undefined
    let release = () => {}
    async function distort({ method }: RpcCall, result: unknown) {
      if (method === 'eth_simulateV1') await held
      return result
    }
    const proxy = await startProxyNode(devnet.rpcUrl('ethereum'), { refuse, distort })
    try {
      const taxed = test.manifest.tokens.find(({ trait }) => trait === 'fee-on-transfer')!
      const weth = config.weth.toLowerCase()
      const chain = await follow({}, { rpcUrls: [proxy.url] })
      expect(chain.tradableTokens().has(taxed.address.toLowerCase())).toBe(false)
      expect(chain.tradableTokens().has(weth)).toBe(true)
      ;[allowed, asked] = [0, 0]
      const blind = await follow({}, { rpcUrls: [proxy.url] })
      const isTradable = (token: string) => blind.tradableTokens().has(token.toLowerCase())
      const bases = config.baseTokens.map((token) => token.toLowerCase())
      const plain = test.manifest.tokens.find(
        ({ address, trait, claim }) => !trait && !claim && !bases.includes(address.toLowerCase()),
      )!
      expect([weth, plain.address, taxed.address].map(isTradable)).toEqual([true, false, false])
      expect(asked).toBeLessThan(15)
      allowed = 6
      held = new Promise((resolve) => {
        release = resolve
      })
      await test.testClient.mine({ blocks: 33 })
      await reaches(blind)
      // The chain continues while the node is slow to simulate.
      await test.testClient.mine({ blocks: 1 })
      await reaches(blind)
      expect(isTradable(plain.address)).toBe(false)
      release()
      await until(() => isTradable(plain.address))
      expect(isTradable(taxed.address)).toBe(false)
    } finally {
      await Promise.all(followers.splice(0).map((follower) => follower.stop()))
      await proxy.stop()
    }
  })

  it('follows swaps, mints, burns and new pools until memory equals the chain', async () => {
    const chain = await follow()
    const desk = await deployPositionManager()
    for (let round = 0; round < 4; round += 1) {
      await devnet.market('ethereum').step()
      await churnLiquidity(desk, round)
    }
    await reaches(chain)
    const fresh = await follow()
    expect(getState(chain)).toEqual(getState(fresh))
    const contracts = new Set(
      chain
        .snapshot()!
        .pools()
        .map(({ address }) => address),
    )
    expect(contracts.size).toBe(getContracts(test.manifest).length + 1)
  })

  it('counts the real gas price of a transaction: the base fee and a tip', async () => {
    const chain = await follow()
    await test.testClient.mine({ blocks: 1 })
    await reaches(chain)
    const { baseFeePerGas } = await test.publicClient.getBlock({ blockHash: chain.snapshot()!.blockHash })
    const tip = await test.publicClient.estimateMaxPriorityFeePerGas()
    expect(tip).toBeGreaterThan(0n)
    expect(chain.snapshot()!.gasPrice).toBe(baseFeePerGas! + tip)
  })

  it('rolls back to the common ancestor when blocks are replaced', async () => {
    const events: ChainEvent[] = []
    const chain = await follow({ onEvent: (event) => events.push(event) })
    await devnet.market('ethereum').step()
    await reaches(chain)
    const before = chain.snapshot()!.blockNumber

    const point = await test.testClient.snapshot()
    await devnet.market('ethereum').step()
    await reaches(chain)
    const replaced = getState(chain)
    await test.testClient.revert({ id: point })
    await test.testClient.mine({ blocks: 2 })
    await reaches(chain)

    expect(chain.snapshot()!.blockNumber).toBe(before + 2n)
    expect(getState(chain)).not.toEqual(replaced)
    // Interest has accrued since.
    expect(getState(chain)).toEqual(getState(await follow()))
    expect(events.map(({ type }) => type)).toContain('reorganized')
    expect(events.filter(({ type }) => type === 'loaded')).toHaveLength(1)
  })

  it('notices blocks replaced at the same height', async () => {
    const chain = await follow()
    await devnet.market('ethereum').step()
    await test.testClient.mine({ blocks: 3 })
    await reaches(chain)
    const hash = chain.snapshot()!.blockHash
    const request = test.testClient.request as (call: unknown) => Promise<unknown>
    await request({ method: 'anvil_reorg', params: [3, []] })
    await reaches(chain)
    expect(chain.snapshot()!.blockHash).not.toBe(hash)
    expect(getState(chain)).toEqual(getState(await follow()))
  })

  it('follows a reorg of 32 blocks and counts a deeper one in a metric', async () => {
    const metrics = createMetrics({ chains: [createLiteralChain()] })
    const chain = await follow({ onEvent: (event) => metrics.chainEvent('ethereum', event) })
    await test.testClient.mine({ blocks: 40 })
    await reaches(chain)
    const request = test.testClient.request as (call: unknown) => Promise<unknown>
    for (const blocks of [32, 40]) {
      await request({ method: 'anvil_reorg', params: [blocks, []] })
      await reaches(chain)
      const text = await metrics.text()
      const reloads = blocks === 32 ? 0 : 1
      expect(text).toContain('sluice_chain_reorg_depth_blocks_bucket{le="32",chain="ethereum"} 1')
      expect(text).toContain(`sluice_chain_reloads_total{chain="ethereum",cause="deep-reorg"} ${reloads}`)
      expect(text).toContain(`sluice_chain_loads_total{chain="ethereum"} ${1 + reloads}`)
    }
    expect(getState(chain)).toEqual(getState(await follow()))
  })

  it('reloads when the chain was replaced by another', async () => {
    const events: ChainEvent[] = []
    const chain = await follow({ onEvent: (event) => events.push(event) })
    const point = await test.testClient.snapshot()
    await test.testClient.mine({ blocks: 150 })
    await reaches(chain)
    await test.testClient.revert({ id: point })
    await test.testClient.mine({ blocks: 1 })
    await reaches(chain)
    expect(events.filter(({ type }) => type === 'loaded').length).toBeGreaterThan(1)
    expect(getState(chain)).toEqual(getState(await follow()))
  })

  it('uses the next node when the first is down', async () => {
    const chain = await follow({}, { rpcUrls: ['http://127.0.0.1:9', ...config.rpcUrls] })
    expect(chain.snapshot()).toBeDefined()
  })

  it('receives new blocks over a subscription', async () => {
    const heard: ChainEvent[] = []
    const chain = await follow({ pollMs: 600_000, onEvent: (event) => heard.push(event) })
    await until(() => heard.some((event) => event.type === 'announcements' && event.connected))
    await test.testClient.mine({ blocks: 1 })
    await reaches(chain)
  })

  it('reconnects a cut socket and misses no block', async () => {
    const { hostname, port } = new URL(config.wsUrl!)
    const address = await startMovingAddress({ host: hostname, port: Number(port) })
    try {
      const heard: boolean[] = []
      const onEvent = (event: ChainEvent) => event.type === 'announcements' && heard.push(event.connected)
      const chain = await follow({ pollMs: 600_000, onEvent }, { wsUrl: `ws://127.0.0.1:${address.port}` })
      await until(() => heard.length === 1)
      address.cut()
      await until(() => heard.length === 2)
      await devnet.market('ethereum').step()
      await until(() => heard.length === 3)
      await test.testClient.mine({ blocks: 1 })
      await reaches(chain)
      expect(heard).toEqual([true, false, true])
      expect(getState(chain)).toEqual(getState(await follow()))
    } finally {
      await address.stop()
    }
  })

  it.each([
    ['five blocks a second', 0.2, 20],
    ['a block every other second', 2, 4],
  ])('keeps up with %s and misses no swap', async (_, blockSeconds, blocks) => {
    const events: ChainEvent[] = []
    const onEvent = (event: ChainEvent) => events.push(event)
    const { wsUrl: _ws, ...polled } = config
    const chain = createFollowedChain({ ...polled, blockSeconds }, { onEvent })
    followers.push(chain)
    await chain.start()
    for (let block = 0; block < blocks; block += 1) {
      if (block % 4 === 0) await devnet.market('ethereum').step()
      else await test.testClient.mine({ blocks: 1 })
      await sleep(blockSeconds * 1_000)
      expect(chain.isStale()).toBe(false)
    }
    await reaches(chain)
    expect(events.filter(({ type }) => type === 'loaded')).toHaveLength(1)
    expect(events.filter(({ type }) => type === 'failed' || type === 'reloading')).toEqual([])
    expect(getState(chain)).toEqual(getState(await follow()))
  })

  it('continues when its node comes back', async () => {
    const node = await startProxyNode(config.rpcUrls[0]!)
    try {
      const events: ChainEvent[] = []
      const chain = await follow({ onEvent: (event) => events.push(event) }, { rpcUrls: [node.url] })
      node.behave({ isDown: true })
      await test.testClient.mine({ blocks: 3 })
      await until(() => events.some(({ type }) => type === 'failed'))
      node.behave({})
      await reaches(chain)
      expect(events.filter(({ type }) => type === 'loaded')).toHaveLength(1)
    } finally {
      await node.stop()
    }
  })

  it('returns no price when its nodes have no daily calls left, and reports it', async () => {
    const events: ChainEvent[] = []
    const budgets = { [new URL(config.rpcUrls[0]!).host]: { callsPerDay: 3 } }
    const chain = createFollowedChain(
      { ...config, nodeBudgets: budgets },
      { onEvent: (event) => events.push(event) },
    )
    followers.push(chain)
    const started = chain.start()
    await until(() => events.some(({ type }) => type === 'failed'))
    expect(String(events.map((event) => event.type === 'failed' && event.error))).toContain(
      'exceeds the budget of every node',
    )
    expect([chain.snapshot(), chain.isStale()]).toEqual([undefined, true])
    expect(chain.nodeUse()).toMatchObject([{ callsToday: 3, callsPerDay: 3, isSpent: true }])
    await chain.stop()
    await started
  })

  it('does not wait for a slow node once another responds', async () => {
    const slow = await startProxyNode(config.rpcUrls[0]!, { delayMs: 3_600_000 })
    try {
      const chain = await follow({}, { rpcUrls: [slow.url, ...config.rpcUrls] })
      await test.testClient.mine({ blocks: 1 })
      await reaches(chain)
    } finally {
      await slow.stop()
    }
  })

  it.each<[string, (log: PoolLog) => PoolLog]>([
    ['', (log) => log],
    [' with false amounts, using the state', (log) => ({ ...log, data: withOtherAmounts(log.data) })],
  ])(
    'follows every swap beside a node that hides swaps, using the bloom filter and the next node%s',
    async (_, shown) => {
      const hiding = await startLogsNode(() => [])
      const other = await startLogsNode((logs) => logs.map(shown))
      try {
        const events: ChainEvent[] = []
        const onEvent = (event: ChainEvent) => events.push(event)
        const chain = await follow({ onEvent }, { rpcUrls: [hiding.url, other.url] })
        for (let i = 0; i < 3; i += 1) await devnet.market('ethereum').step()
        await reaches(chain)
        expect(getState(chain)).toEqual(getState(await follow()))
        expect(events.filter(({ type }) => type === 'loaded')).toHaveLength(1)
      } finally {
        await Promise.all(followers.splice(0).map((follower) => follower.stop()))
        await Promise.all([hiding.stop(), other.stop()])
      }
    },
  )

  describe('whose node omits logs', () => {
    const isAnnouncement = ({ method, params }: RpcCall) =>
      method === 'eth_getLogs' && 'fromBlock' in Object(params?.[0])
    const createdTopic = toEventSelector('PairCreated(address,address,address,uint256)')
    const isPair = (log: unknown) => (log as PoolLog).topics[0] === createdTopic
    const answers: [string, (logs: unknown[]) => unknown[]][] = [
      ['every pool', () => []],
      // The factories count these pools.
      ['some pairs', (logs) => logs.filter((log, i) => !isPair(log) || i % 2 === 0)],
    ]

    it.each(answers)('rejects a market without %s, and recovers without a restart', async (_, cut) => {
      const node = await startProxyNode(config.rpcUrls[0]!, {
        distort: (call, result) => (isAnnouncement(call) ? cut(result as unknown[]) : result),
      })
      try {
        const events: ChainEvent[] = []
        const onEvent = (event: ChainEvent) => events.push(event)
        const chain = createFollowedChain({ ...config, rpcUrls: [node.url] }, { pollMs: 50, onEvent })
        followers.push(chain)
        const started = chain.start()
        await until(() => events.some(({ type }) => type === 'failed'))
        expect(chain.snapshot()).toBeUndefined()
        expect(chain.isStale()).toBe(true)
        node.behave({})
        await started
        expect(getState(chain)).toEqual(getState(await follow()))
      } finally {
        await Promise.all(followers.splice(0).map((follower) => follower.stop()))
        await node.stop()
      }
    })

    it.each(answers)('uses the next node if one omits %s', async (_, cut) => {
      const node = await startProxyNode(config.rpcUrls[0]!, {
        distort: (call, result) => (isAnnouncement(call) ? cut(result as unknown[]) : result),
      })
      try {
        const chain = await follow({}, { rpcUrls: [node.url, ...config.rpcUrls] })
        expect(getState(chain)).toEqual(getState(await follow()))
      } finally {
        await Promise.all(followers.splice(0).map((follower) => follower.stop()))
        await node.stop()
      }
    })
  })

  describe('whose node once omitted a kind of pool', () => {
    const created = toEventSelector('PoolCreated(address,address,uint24,int24,address)')
    const leaveOut: Behavior['distort'] = ({ method }, result) =>
      method === 'eth_getLogs' ? (result as PoolLog[]).filter(({ topics }) => topics[0] !== created) : result
    /** Pools between hubs are excluded, because the factory is queried for them. */
    function hasLinkPool(chain: ChainFollower): boolean {
      const link = test.token('LINK').address
      const pools = chain.snapshot()!.pools()
      return pools.some(
        ({ module, tokens }) => module === 'uniswap-v3' && tokens.some((token) => sameAddress(token, link)),
      )
    }

    it('finds the pools later without reading all others again', async () => {
      const node = await startProxyNode(config.rpcUrls[0]!, { distort: leaveOut })
      try {
        const events: ChainEvent[] = []
        const onEvent = (event: ChainEvent) => events.push(event)
        const chain = await follow({ onEvent, rediscoverMs: 50 }, { rpcUrls: [node.url] })
        expect(hasLinkPool(chain)).toBe(false)
        node.behave({})
        for (let i = 0; i < 40 && !hasLinkPool(chain); i += 1) {
          await test.testClient.mine({ blocks: 1 })
          await reaches(chain)
          await sleep(100)
        }
        expect(getState(chain)).toEqual(getState(await follow()))
        expect(events.filter(({ type }) => type === 'loaded')).toHaveLength(1)
        expect(events.filter(({ type }) => type === 'rediscovered')).toHaveLength(1)
      } finally {
        await Promise.all(followers.splice(0).map((follower) => follower.stop()))
        await node.stop()
      }
    })

    it('reports when it cannot search for pools because a node refuses log ranges, and when it recovers', async () => {
      const node = await startProxyNode(config.rpcUrls[0]!)
      try {
        const told: ChainEvent[] = []
        const onEvent = (event: ChainEvent) => told.push(event)
        const chain = await follow({ onEvent, rediscoverMs: 50 }, { rpcUrls: [node.url] })
        node.behave({
          refuse: ({ method, params }) =>
            method === 'eth_getLogs' && 'fromBlock' in Object(params?.[0])
              ? { code: -32601, message: 'eth_getLogs by range is not available' }
              : undefined,
        })
        await until(() => told.some(({ type }) => type === 'maintenance-failed'))
        const failed = told.find((event) => event.type === 'maintenance-failed')
        expect(String(failed?.error)).toContain('by range is not available')
        expect(told.filter(({ type }) => type === 'maintenance-recovered')).toEqual([])
        node.behave({})
        await until(() => told.some(({ type }) => type === 'maintenance-recovered'))
        await chain.stop()
      } finally {
        await Promise.all(followers.splice(0).map((follower) => follower.stop()))
        await node.stop()
      }
    })

    it('refuses to read fewer pools than before', async () => {
      const proxy = await startProxyNode(config.rpcUrls[0]!)
      try {
        const client = createPublicClient({ transport: http(proxy.url) })
        const [node, modules] = [createChainNode(client), createModules(config)]
        const header = await node.latest()
        const { multicall3, fromBlock } = config
        const { followed } = modules
        const ledger = createPoolLedger({
          followed,
          getParameters: () => ({}),
          fromBlock,
          report: () => undefined,
        })
        const deps = {
          ...{
            node,
            modules,
            followed,
            listing: [],
            ledger,
            memory: createPoolMemory({ config, ledger }),
            range: createLogRange(1_000),
            finalityBlocks: 1_000,
          },
          read: createBlockReader(client, { multicall3, blockHash: header.hash }),
          readAt: ({ hash }: typeof header) => createBlockReader(client, { multicall3, blockHash: hash }),
          maxMs: 60_000,
          hubs: new Set<string>(),
          record: {
            ...{ latest: undefined, listed: new Map(), silent: new Map(), short: new Map() },
            ...{ named: new Map(), unanswered: new Set<string>() },
          },
        }
        await loadSnapshot(header, deps)
        proxy.behave({ distort: leaveOut })
        await expect(loadSnapshot(header, deps)).rejects.toThrow(
          /returned 0 pools of uniswap-v3; there were \d+/,
        )
      } finally {
        await proxy.stop()
      }
    })
  })

  describe('that is behind by more blocks than it walks', () => {
    it('catches up using logs, including new pools', async () => {
      const node = await startProxyNode(config.rpcUrls[0]!)
      try {
        const events: ChainEvent[] = []
        const desk = await deployPositionManager()
        const chain = await follow({ onEvent: (event) => events.push(event) }, { rpcUrls: [node.url] })
        node.behave({ isDown: true })
        await devnet.market('ethereum').step()
        await test.testClient.mine({ blocks: 120 })
        for (const round of [0, 1]) await churnLiquidity(desk, round)
        await devnet.market('ethereum').step()
        node.behave({})
        await reaches(chain)
        expect(getState(chain)).toEqual(getState(await follow()))
        expect(events.filter(({ type }) => type === 'loaded')).toHaveLength(1)
      } finally {
        await Promise.all(followers.splice(0).map((follower) => follower.stop()))
        await node.stop()
      }
    })

    it.each<[string, 'no' | 'honest' | 'late', (log: PoolLog, victim: string) => boolean]>([
      ["one pair's swaps from ranges, with no other node", 'no', isSyncOf],
      ["one pair's swaps from ranges, beside an honest one", 'honest', isSyncOf],
      ["one pair's swaps from ranges, beside one without the blocks", 'late', isSyncOf],
      ['every swap from ranges, with no other node', 'no', () => true],
      ['every swap from ranges, beside an honest one', 'honest', () => true],
    ])('has the current state immediately behind a node that omits %s', async (_, another, isHidden) => {
      const victim = test.pools('WETH', 'LINK', 'uniswap-v2')[0]!.address
      const [node, other] = [
        await startProxyNode(config.rpcUrls[0]!),
        await startProxyNode(config.rpcUrls[0]!),
      ]
      try {
        const events: ChainEvent[] = []
        const chain = await follow(
          {
            onEvent: (event) => events.push(event),
            blocksBetweenAudits: 100_000,
            rediscoverMs: 3_600_000,
          },
          { rpcUrls: [node.url, ...(another === 'no' ? [] : [other.url])] },
        )
        await Promise.all([node, other].map(standStill))
        await test.testClient.mine({ blocks: 60 })
        await donate([victim])
        await devnet.market('ethereum').step()
        await test.testClient.mine({ blocks: 60 })
        const fresh = getState(await follow())
        const hide: Behavior['distort'] = ({ method, params }, result) =>
          method === 'eth_getLogs' && !Object(params?.[0]).address
            ? (result as PoolLog[]).filter((log) => !isHidden(log, victim))
            : result
        node.behave({ distort: hide })
        if (another === 'honest') other.behave({})
        if (another === 'late')
          other.behave({ answer: ({ method }) => (method.startsWith('eth_getBlockBy') ? null : undefined) })
        await reaches(chain)
        expect(getState(chain)).toEqual(fresh)
        const types = events.map(({ type }) => type)
        expect(types.filter((type) => type === 'loaded')).toHaveLength(1)
        expect(types).not.toContain('diverged')
      } finally {
        await Promise.all(followers.splice(0).map((follower) => follower.stop()))
        await Promise.all([node.stop(), other.stop()])
      }
    })

    it.each([1, 2])(
      'makes few calls to %s honest nodes, however many blocks there are',
      async (nodeCount) => {
        const nodes = await Promise.all(
          Array.from({ length: nodeCount }, () => startProxyNode(config.rpcUrls[0]!)),
        )
        try {
          const asked = nodes.map(() => new Map<string, number>())
          let counted: Record<string, number>[] | undefined
          const onEvent = ({ type }: ChainEvent) => {
            if (type === 'advanced') counted ??= asked.map((calls) => Object.fromEntries(calls))
          }
          const quiet = { blocksBetweenAudits: 100_000, rediscoverMs: 3_600_000 }
          const chain = await follow({ ...quiet, onEvent }, { rpcUrls: nodes.map(({ url }) => url) })
          await Promise.all(nodes.map(standStill))
          await devnet.market('ethereum').step()
          await test.testClient.mine({ blocks: 240 })
          nodes.forEach((node, i) => {
            const count: Behavior['distort'] = ({ method, params }, result) => {
              if (params?.[0] !== 'latest') asked[i]!.set(method, (asked[i]!.get(method) ?? 0) + 1)
              return result
            }
            node.behave({ distort: count })
          })
          await reaches(chain)
          const { eth_call: reads, ...others } = counted![0]!
          // Covers changed pools, pools read at every block, and with one node every pool.
          expect(reads).toBeLessThan(nodeCount === 1 ? 80 : 20)
          expect(others).toEqual({ eth_maxPriorityFeePerGas: 1, eth_getBlockByNumber: 2, eth_getLogs: 1 })
          expect(counted!.slice(1)).toEqual(
            nodeCount === 1 ? [] : [{ eth_getBlockByNumber: 1, eth_getLogs: 1 }],
          )
        } finally {
          await Promise.all(followers.splice(0).map((follower) => follower.stop()))
          await Promise.all(nodes.map((node) => node.stop()))
        }
      },
    )

    it('finds the changed pool of a gap by the filters of real headers', async () => {
      const { followed, sampled } = createModules(config)
      // Makes the pools more expensive to read than headers.
      const modules = { sampled, followed: followed.map((module) => ({ ...module, callsPerPool: 100_000 })) }
      const { poolIndex, blockNumber } = (await follow()).snapshot() as ChainState
      const victim = test.pools('WETH', 'LINK', 'uniswap-v2')[0]!.address
      await test.testClient.mine({ blocks: 60 })
      await donate([victim])
      await test.testClient.mine({ blocks: 60 })
      const node = createChainNode(createPublicClient({ transport: http(config.rpcUrls[0]!) }))
      const { number: toBlock } = await node.latest()
      const gap = { fromBlock: blockNumber + 1n, toBlock, shown: new Set<Hex>() }
      const named = await findNamed(poolIndex, gap, { node, modules })
      expect(named.map(({ identity }) => getAddress(identity.address))).toEqual([getAddress(victim)])
    })

    it('reloads its pools after a gap beyond the limit, and requests only the later announcements', async () => {
      const node = await startProxyNode(config.rpcUrls[0]!)
      try {
        const events: ChainEvent[] = []
        const onEvent = (event: ChainEvent) => events.push(event)
        const chain = await follow(
          { onEvent, rediscoverMs: 3_600_000, maxCatchUpBlocks: 100 },
          { rpcUrls: [node.url], finalityBlocks: 0 },
        )
        const { blockNumber } = chain.snapshot()!
        const starts: bigint[] = []
        const watch: Behavior['distort'] = ({ method, params }, result) => {
          const { address, fromBlock } = Object(params?.[0])
          if (method === 'eth_getLogs' && address && fromBlock) starts.push(BigInt(fromBlock))
          return result
        }
        node.behave({ isDown: true })
        await test.testClient.mine({ blocks: 120 })
        await devnet.market('ethereum').step()
        node.behave({ distort: watch })
        await reaches(chain)
        expect(events.filter(({ type }) => type === 'loaded')).toHaveLength(2)
        expect(starts[0]).toBeGreaterThan(blockNumber)
        expect(getState(chain)).toEqual(getState(await follow()))
      } finally {
        await Promise.all(followers.splice(0).map((follower) => follower.stop()))
        await node.stop()
      }
    })
  })

  it('reloads a wrong pool while serving the others, and sets it aside if it is wrong again', async () => {
    const victim = test.pools('WETH', 'LINK', 'uniswap-v2')[0]!.address.toLowerCase() as Address
    const hide = (logs: PoolLog[]) => logs.filter(({ address }) => address.toLowerCase() !== victim)
    const node = await startLogsNode(hide, { hasFilters: false })
    try {
      const events: ChainEvent[] = []
      const onEvent = (event: ChainEvent) => events.push(event)
      const count = (wanted: string) => events.filter(({ type }) => type === wanted).length
      const suspectLimits = { cooldownMs: 0, perBlock: 64 }
      const chain = await follow(
        { onEvent, blocksBetweenAudits: 100_000, suspectLimits },
        { rpcUrls: [node.url], poolLimits: { loadAllUpTo: 0, minValue: 1 } },
      )
      const others = chain.snapshot()!.poolIndex.size - 1
      const isServed = () => chain.snapshot()!.pool(victim) !== undefined
      await donate([victim])
      await reaches(chain)
      await suspect(chain, [victim])
      await until(() => !isServed())
      expect(chain.snapshot()!.poolIndex.size).toBe(others)
      await test.testClient.mine({ blocks: 1 })
      await until(isServed)
      expect(getState(chain)).toEqual(getState(await follow()))

      await donate([victim])
      await reaches(chain)
      await suspect(chain, [victim])
      await until(() => count('set-aside') === 1)
      await test.testClient.mine({ blocks: 2 })
      await reaches(chain)
      expect(isServed()).toBe(false)
      expect(chain.snapshot()!.poolIndex.size).toBe(others)
      await suspect(chain, [victim])
      await reaches(chain)
      await chain.prepare(config.weth.toLowerCase(), test.token('LINK').address.toLowerCase())
      expect([count('diverged'), count('reloading')]).toEqual([2, 0])
    } finally {
      await Promise.all(followers.splice(0).map((follower) => follower.stop()))
      await node.stop()
    }
  })

  it('reloads everything if a suspected pool and others are wrong', async () => {
    const node = await startLogsNode(() => [], { hasFilters: false })
    try {
      const events: ChainEvent[] = []
      const onEvent = (event: ChainEvent) => events.push(event)
      const suspectLimits = { cooldownMs: 0, perBlock: 64 }
      const chain = await follow(
        { onEvent, blocksBetweenAudits: 100_000, suspectLimits },
        { rpcUrls: [node.url] },
      )
      const suspected = test.pools('WETH', 'USDC').map(({ address }) => address)
      const has = (wanted: string) => events.some(({ type }) => type === wanted)
      await suspect(chain, suspected)
      await until(() => has('audited'))
      expect(has('diverged')).toBe(false)
      await donate(
        test.manifest.pools.filter(({ module }) => module === 'uniswap-v2').map(({ address }) => address),
      )
      await reaches(chain)
      node.behave({})
      await suspect(chain, suspected)
      await until(() => has('diverged'))
      await until(() => has('reloading'))
      await until(() => chain.snapshot() !== undefined)
      await reaches(chain)
      expect(getState(chain)).toEqual(getState(await follow()))
    } finally {
      await Promise.all(followers.splice(0).map((follower) => follower.stop()))
      await node.stop()
    }
  })

  it('misses nothing while no blocks are announced', async () => {
    const heard: ChainEvent[] = []
    const onEvent = (event: ChainEvent) => heard.push(event)
    const chain = await follow({ onEvent }, { wsUrl: 'ws://127.0.0.1:9' })
    await devnet.market('ethereum').step()
    await reaches(chain)
    expect(heard.some(({ type }) => type === 'announcements')).toBe(false)
    expect(getState(chain)).toEqual(getState(await follow()))
  })

  it('refuses to start if the executor trusts other contracts than configured', async () => {
    const stranger = config.settlement
    const sources = config.sources.map((source) => {
      if (source.kind === 'v3' && source.deployer) return { ...source, deployer: stranger }
      if (source.kind === 'aave') return { ...source, version: '3.6' }
      return source.module === 'delta-v2' ? { ...source, feeBps: 30 } : source
    })
    const extra = { ...config.sources[0]!, index: config.sources.length, module: 'gamma-v2' }
    const start = follow({}, { sources: [...sources, extra] as ChainServiceConfig['sources'] })
    await expect(start).rejects.toThrow(ChainMismatchError)
    await expect(start).rejects.toThrow('source 1 (delta-v2): feeBps is 30 in the config, 20 on chain')
    await expect(start).rejects.toThrow(
      `source ${extra.index} (gamma-v2): the executor has no source at this index`,
    )
    await expect(start).rejects.toThrow(`source 7 (pancakeswap-v3): deployer is ${stranger} in the config`)
    await expect(start).rejects.toThrow('source 3 (aave-v3): version is 3.6 in the config, 3.0 on chain')
  })

  it.each<[Partial<ChainServiceConfig>, string]>([
    [{ id: 1 }, 'rpcUrls[0]: the node at localhost:'],
    [{ weth: NOBODY, permit2: NOBODY }, `weth: there is no contract at ${NOBODY}\n  permit2: there is no`],
    [{ multicall3: NOBODY }, 'multicall3: there is no contract'],
    [{ fromBlock: 999_999 }, 'fromBlock: is 999999, and the latest block is'],
  ])('refuses to start with %j, which does not match this chain', async (change, words) => {
    const start = follow({}, change)
    await expect(start).rejects.toThrow(ChainMismatchError)
    await expect(start).rejects.toThrow(words)
  })

  it('refuses to start with an invalid settlement, or one that uses another executor', async () => {
    const { weth, settlement } = config
    await expect(follow({}, { settlement: weth })).rejects.toThrow('is no Settlement')
    await expect(follow({}, { executor: settlement })).rejects.toThrow('and the settlement trades through')
    await expect(follow({}, { treasury: settlement })).rejects.toThrow('and the settlement pays')
  })

  it('refuses to start with a node that serves only the latest state', async () => {
    let latest: unknown
    const node = await startProxyNode(devnet.rpcUrl('ethereum'), {
      distort({ method, params }, result) {
        if (method === 'eth_getBlockByNumber' && params?.[0] === 'latest') latest = Object(result).hash
        return result
      },
      refuse({ params }) {
        const { blockHash } = Object(params?.[1])
        return blockHash && blockHash !== latest ? { code: -32000, message: 'no state' } : undefined
      },
    })
    const start = follow({}, { rpcUrls: [node.url] })
    await expect(start).rejects.toThrow(ChainMismatchError)
    await expect(start).rejects.toThrow(
      'rpcUrls: the node serves no state of earlier blocks by hash (no state)',
    )
    await node.stop()
  })

  it('refuses to start with a second node of another chain', async () => {
    const distort: Behavior['distort'] = ({ method }, result) => (method === 'eth_chainId' ? '0x1' : result)
    const other = await startProxyNode(devnet.rpcUrl('ethereum'), { distort })
    const start = follow({}, { rpcUrls: [devnet.rpcUrl('ethereum'), other.url] })
    await expect(start).rejects.toThrow(
      `rpcUrls[1]: the node at ${new URL(other.url).host} is on chain 1, not`,
    )
    await other.stop()
  })

  it('detects when memory differs from the chain', async () => {
    const chain = await follow()
    const state = chain.snapshot() as ChainState
    const { blockHash, header, poolIndex, sampled } = state
    const { modules, read } = {
      modules: createModules(config),
      read: createBlockReader(chain.client, { multicall3: config.multicall3, blockHash }),
    }
    expect(await auditPools(state.pools(), { modules, read })).toEqual([])
    const moved = state.pools().map((pool) => {
      const swap = pool.exactInput(true, pool.depth[0] / 1_000n)
      return [pool.address, swap?.after() ?? pool] as const
    })
    const wrong = createSnapshot(header, { poolIndex: poolIndex.with(new Map(moved)), sampled })
    const isMoved = (pool: Pool) => state.pool(pool.address)?.fingerprint() !== pool.fingerprint()
    const sample = wrong.pools().filter(isMoved).slice(0, 4)
    expect(await auditPools(sample, { modules, read })).toHaveLength(4)
  })

  it('audits some pools as blocks arrive and finds no difference', async () => {
    const events: ChainEvent[] = []
    const onEvent = (event: ChainEvent) => events.push(event)
    const chain = await follow({ onEvent, blocksBetweenAudits: 40 })
    for (let i = 1; i <= 2; i += 1) {
      await devnet.market('ethereum').step()
      await test.testClient.mine({ blocks: 40 })
      await reaches(chain)
      await until(() => events.filter(({ type }) => type === 'audited' || type === 'diverged').length >= i)
    }
    expect(events.filter(({ type }) => type === 'diverged' || type === 'failed')).toEqual([])
  })

  it('reports missing data without a node, and stops on request', async () => {
    const events: ChainEvent[] = []
    const { wsUrl: _, ...withoutSocket } = config
    const chain = createFollowedChain(
      { ...withoutSocket, rpcUrls: ['http://127.0.0.1:9'] },
      { onEvent: (event) => events.push(event) },
    )
    const started = chain.start()
    await until(() => events.some(({ type }) => type === 'failed'))
    expect(chain.isStale()).toBe(true)
    expect(chain.snapshot()).toBeUndefined()
    await chain.stop()
    await started
  })
})

/** A node that returns other logs of blocks. With `hasFilters`, its headers show the true ones. */
function startLogsNode(show: (logs: PoolLog[]) => PoolLog[], { hasFilters = true } = {}) {
  const isOfBlock = ({ method, params }: RpcCall) =>
    method === 'eth_getLogs' && 'blockHash' in Object(params?.[0])
  return startProxyNode(config.rpcUrls[0]!, {
    distort(call, result) {
      if (call.method.startsWith('eth_getBlockBy') && !hasFilters && result) {
        return { ...result, logsBloom: `0x${'f'.repeat(512)}` }
      }
      return isOfBlock(call) ? show(result as PoolLog[]) : result
    },
  })
}

/** Stops the chain. */
async function standStill(node: ProxyNode): Promise<void> {
  const request = test.publicClient.request as (call: unknown) => Promise<unknown>
  const head = await request({ method: 'eth_getBlockByNumber', params: ['latest', false] })
  node.behave({
    answer: ({ method, params }) =>
      method === 'eth_getBlockByNumber' && params?.[0] === 'latest' ? head : undefined,
  })
}

function isSyncOf({ address, topics }: PoolLog, pair: string): boolean {
  return sameAddress(address, pair as Address) && topics[0] === SYNC
}

async function suspect(chain: ChainFollower, pools: readonly Address[]): Promise<void> {
  chain.suspect(pools)
  await test.testClient.mine({ blocks: 1 })
}

async function donate(pairs: readonly Address[]): Promise<void> {
  for (const pair of pairs) {
    const { tokens } = test.manifest.pools.find(({ address }) => sameAddress(address, pair))!
    const [token] = tokens
    await test.deal(token, pair, ((await test.balanceOf(token, pair)) * 101n) / 100n)
    await test.send({ to: pair, data: toFunctionSelector('sync()') })
  }
}

function withOtherAmounts(data: Hex): Hex {
  return `${data.slice(0, -2)}${data.endsWith('07') ? '08' : '07'}` as Hex
}

async function follow(options: FollowOptions = {}, changes: Partial<ChainServiceConfig> = {}) {
  const chain = createFollowedChain({ ...config, ...changes }, { pollMs: 50, ...options })
  followers.push(chain)
  await chain.start()
  return chain
}

/** Waits until the newest block is in the snapshot. */
async function reaches(chain: ChainFollower): Promise<void> {
  const { hash } = await test.publicClient.getBlock()
  await until(() => chain.snapshot()?.blockHash === hash)
}

/** Quotes of every pool, in a stable order. */
function getState(chain: ChainFollower): string[] {
  return chain
    .snapshot()!
    .pools()
    .map((pool) => `${pool.address} ${pool.tokens} ${pool.fingerprint()}`)
    .sort()
}

/** Every contract that has pools. Pools without contracts have a substitute address. */
function getContracts({ tokens, managedPools, ...chain }: ManifestChain): string[] {
  const claims = tokens.filter(({ claim }) => claim)
  const { pools, weightedPools, stablePools, solidlyPairs, stableswapPools, algebraPools } = chain
  const pairs = [...pools, ...solidlyPairs, ...algebraPools]
  const own = [...pairs, ...weightedPools, ...stablePools, ...stableswapPools]
  const addresses = [...own, ...claims].map(({ address }) => address)
  return [...addresses, ...managedPools.map(({ id }) => getPoolAddress(id))].map((each) => getAddress(each))
}

interface PositionManager {
  address: Hex
  abi: Abi
  call(functionName: string, args: readonly unknown[]): Promise<void>
}

async function deployPositionManager(): Promise<PositionManager> {
  const require = createRequire(import.meta.url)
  const path = '@uniswap/v3-periphery/artifacts/contracts/NonfungiblePositionManager.sol/'
  const { abi, bytecode } = require(`${path}NonfungiblePositionManager.json`) as { abi: Abi; bytecode: Hex }
  const { factory } = test.manifest.sources.find(({ kind }) => kind === 'v3')!
  const data = encodeDeployData({ abi, bytecode, args: [factory, test.manifest.contracts.weth, config.weth] })
  const hash = await test.wallet().sendTransaction({ data, gas: 8_000_000n })
  const { contractAddress } = await test.publicClient.waitForTransactionReceipt({ hash })
  const address = contractAddress as Hex
  for (const symbol of ['WETH', 'USDC', 'LINK', 'DAI']) {
    await test.deal(symbol, test.account(), 10n ** 30n)
    await test.approve(symbol, address, 2n ** 255n)
  }
  return {
    address,
    abi,
    async call(functionName, args) {
      const request = { address, abi, functionName, args, gas: 8_000_000n } as const
      const sent = await test.wallet().writeContract(request)
      const receipt = await test.publicClient.waitForTransactionReceipt({ hash: sent })
      expect(receipt.status).toBe('success')
    },
  }
}

/** Opens positions around and beside the price, partly withdraws them, and creates one new pool. */
async function churnLiquidity(desk: PositionManager, round: number): Promise<void> {
  const random = createRandom(round)
  const pool = test.pools('LINK', 'WETH', 'uniswap-v3').find(({ fee }) => fee === 3000)!
  const [token0, token1] = [...pool.tokens].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1))
  const tick = -47_000 + Math.floor(random.next() * 94_000)
  const tickLower = Math.floor(tick / 60) * 60
  const position = { token0, token1, fee: 3000, tickLower, tickUpper: tickLower + 6_000 }
  const rest = { amount0Min: 0n, amount1Min: 0n, deadline: 2n ** 40n }
  const amounts = { amount0Desired: 10n ** 21n, amount1Desired: 10n ** 21n }
  for (const lower of [tickLower, -887_220]) {
    const range = { ...position, tickLower: lower, recipient: test.account() }
    await desk.call('mint', [{ ...range, ...amounts, ...rest }])
  }
  await desk.call('decreaseLiquidity', [{ tokenId: BigInt(2 * round + 1), liquidity: 10n ** 12n, ...rest }])
  await desk.call('decreaseLiquidity', [{ tokenId: BigInt(2 * round + 2), liquidity: 10n ** 12n, ...rest }])
  if (round === 1) {
    const [a, b] = [test.token('DAI').address, test.token('LINK').address]
    const sorted = a.toLowerCase() < b.toLowerCase() ? [a, b] : [b, a]
    await desk.call('createAndInitializePoolIfNecessary', [...sorted, 10_000, 2n ** 96n])
    const range = { tickLower: -2_000, tickUpper: 4_000, recipient: test.account() }
    const tokens = { token0: sorted[0], token1: sorted[1], fee: 10_000 }
    await desk.call('mint', [{ ...tokens, ...range, ...amounts, ...rest }])
  }
}
