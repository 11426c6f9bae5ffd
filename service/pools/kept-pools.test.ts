import { encodeFunctionData, type Hex, parseAbi } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestDevnet, type TestChain, type TestDevnet } from '../../devnet/testing/devnet.ts'
import { until } from '../../wire/testing/until.ts'
import type { ChainEvent } from '../chain/chain-events.ts'
import { type ChainFollower, createFollowedChain } from '../chain/followed-chain.ts'
import type { ChainServiceConfig } from '../config/types.ts'
import type { Database } from '../database/database.ts'
import { openDatabase } from '../database/open-database.ts'
import { type ProxyNode, type RpcCall, startProxyNode } from '../testing/proxy-node.ts'
import { createPoolStore } from './create-pool-store.ts'

const FINALITY = 8
/** Number of sources that announce their pools. */
const SOURCES = 8
const factoryAbi = parseAbi([
  'function createPair(address a, address b) returns (address)',
  'function createPool(address a, address b, uint24 fee) returns (address)',
])

let devnet: TestDevnet
let test: TestChain
let proxy: ProxyNode
let database: Database
let config: ChainServiceConfig
let clean: Hex
const followers: ChainFollower[] = []
/** Block ranges in which announcements were requested. */
let asked: { from: number; to: number }[] = []

beforeAll(async () => {
  devnet = await startTestDevnet()
  test = devnet.chain()
  proxy = await startProxyNode(devnet.rpcUrl('ethereum'))
  database = openDatabase({})
  await database.query('SELECT 1')
  const { wsUrl: _, ...chain } = devnet.serviceConfig.chains[0]!
  config = { ...chain, rpcUrls: [proxy.url], finalityBlocks: FINALITY }
  await test.testClient.mine({ blocks: FINALITY })
})

beforeEach(async () => {
  clean = await test.testClient.snapshot()
  proxy.behave({ distort: note })
  await database.query('DELETE FROM sluice_pools')
  await database.query('DELETE FROM sluice_pool_checkpoints')
  await database.query('DELETE FROM sluice_pool_sources')
})

afterEach(async () => {
  await stopAll()
  await test.testClient.revert({ id: clean })
})

afterAll(async () => {
  await Promise.all([devnet?.stop(), proxy?.stop(), database?.close()])
})

describe('stored pools', () => {
  it('are not requested again: a restart reads only the blocks after the checkpoint', async () => {
    await start()
    const head = await getHead()
    expect(asked[0]?.from).toBe(config.fromBlock)
    await stopAll()
    await makePools()
    await test.testClient.mine({ blocks: FINALITY })
    const { chain, events } = await start()
    expect(Math.min(...asked.map(({ from }) => from))).toBe(head - FINALITY + 1)
    expect(asked.length).toBeLessThanOrEqual(3)
    expect(events.filter(({ type }) => type === 'restored')).toHaveLength(SOURCES)
    expect(getState(chain)).toEqual(getState((await start({ isKept: false })).chain))
    await stopAll()
    const again = await start()
    expect(asked.length).toBeLessThanOrEqual(1)
    expect(getState(again.chain)).toEqual(getState(chain))
  })

  it('are removed after a reorg, also one deeper than finality', async () => {
    await start()
    await stopAll()
    for (const depth of [FINALITY - 4, 3 * FINALITY]) {
      const point = await test.testClient.snapshot()
      const [pair] = await makePools()
      await test.testClient.mine({ blocks: depth })
      const { chain } = await start()
      expect(has(chain, pair)).toBe(true)
      await stopAll()
      await test.testClient.revert({ id: point })
      await test.testClient.mine({ blocks: depth + 4 })
      const after = await start()
      expect(has(after.chain, pair)).toBe(false)
      expect(getState(after.chain)).toEqual(getState((await start({ isKept: false })).chain))
      await stopAll()
    }
  })

  it('continue from the last stored range after a crash', async () => {
    const blocks = Math.ceil((await getHead()) / 60)
    /**
     * Returns the newest block of the source that is furthest behind, because a crash may come
     * between two sources.
     */
    const newest = async () => {
      const [row] = await database.query(
        `SELECT CASE WHEN count(*) = ${SOURCES} THEN min(block)::integer ELSE 0 END AS block
         FROM (SELECT max(block) AS block FROM sluice_pool_checkpoints GROUP BY source) AS latest`,
      )
      return Number(row?.block)
    }
    // The node is slow and then fails, so the process ends before it has read all blocks.
    proxy.behave({ delayMs: 300, distort: note })
    const first = create({ logBlocks: blocks })
    void first.chain.start()
    await until(async () => (await newest()) > 0)
    const refuse = (call: RpcCall) => (isDiscovery(call) ? { code: -32000, message: 'down' } : undefined)
    proxy.behave({ distort: note, refuse })
    await stopAll()
    const last = await newest()
    expect(last).toBeLessThan(await getHead())
    proxy.behave({ distort: note })
    const { chain } = await start({ logBlocks: blocks })
    expect(Math.min(...asked.map(({ from }) => from))).toBeGreaterThan(last)
    expect(getState(chain)).toEqual(getState((await start({ isKept: false })).chain))
  })

  it.each([
    [
      'genesis is 0x',
      `UPDATE sluice_pool_sources SET terms = replace(terms, '"genesis":"0x', '"genesis":"0x9')`,
    ],
    [
      'factory is 0x',
      `UPDATE sluice_pool_sources SET terms = replace(terms, '"factory":"0x', '"factory":"0x9')`,
    ],
    ['pools were stored, but', 'DELETE FROM sluice_pools WHERE ordinal = 1'],
    ['not those that were stored', `UPDATE sluice_pools SET fee = fee + 1 WHERE ordinal = 2`],
    ['is damaged', `UPDATE sluice_pools SET token1 = 'nothing' WHERE ordinal = 0`],
    ['a checkpoint is damaged', `UPDATE sluice_pool_checkpoints SET hash = '0x'`],
    ['none of its checkpoints', `UPDATE sluice_pool_checkpoints SET hash = '0x' || repeat('9', 64)`],
  ])('are discarded with a reason when they are invalid: %s', async (reason, damage) => {
    const before = await start()
    await stopAll()
    await database.query(damage)
    const { chain, events } = await start()
    const discarded = events.flatMap((event) => (event.type === 'discarded' ? [event] : []))
    expect(discarded.length).toBeGreaterThan(0)
    for (const event of discarded) expect(event.reason).toContain(reason)
    expect(getState(chain)).toEqual(getState(before.chain))
    await stopAll()
    expect((await start()).events.filter(({ type }) => type === 'restored')).toHaveLength(SOURCES)
  })

  it('are written by one instance and read by the others', async () => {
    await start()
    const head = await getHead()
    await stopAll()
    const { chain } = await start({ isWriter: () => false })
    expect(Math.min(...asked.map(({ from }) => from))).toBe(head - FINALITY + 1)
    const before = await database.query('SELECT * FROM sluice_pool_checkpoints')
    await test.testClient.mine({ blocks: 2 * FINALITY })
    await stopAll()
    await start({ isWriter: () => false })
    expect(await database.query('SELECT * FROM sluice_pool_checkpoints')).toEqual(before)
    expect(chain.snapshot()!.pools().length).toBeGreaterThan(0)
  })

  it('advance with the chain, and a failing database costs only time', async () => {
    const { chain } = await start({ rediscoverMs: 50 })
    await stopAll()
    const newest = 'SELECT max(block)::integer AS block FROM sluice_pool_checkpoints'
    const [before] = await database.query(newest)
    const following = await start({ rediscoverMs: 50 })
    await makePools()
    await test.testClient.mine({ blocks: FINALITY })
    await until(async () => Number((await database.query(newest))[0]?.block) > Number(before?.block))
    expect(following.chain.snapshot()).toBeDefined()
    await stopAll()
    const broken = { query: () => Promise.reject(new Error('no database')) }
    const alone = await start({ database: broken })
    expect(alone.events.some(({ type }) => type === 'store-failed')).toBe(true)
    expect(getState(alone.chain).length).toBe(getState(chain).length + 2)
  })

  it('are written with their worth once this instance is elected', async () => {
    let isElected = false
    const poolLimits = { loadAllUpTo: 0 }
    const options = { isWriter: () => isElected, rediscoverMs: 50, changes: { poolLimits } }
    const { chain } = await start(options)
    const count = async (what: string) =>
      Number((await database.query(`SELECT count(${what})::integer AS count FROM sluice_pools`))[0]?.count)
    expect(await count('*')).toBe(0)
    isElected = true
    await until(async () => (await count('*')) === chain.knownPools!() && (await count('worth')) > 0)
    await stopAll()
    const again = await start(options)
    expect(again.chain.snapshot()!.poolIndex.size).toBe(chain.snapshot()!.poolIndex.size)
  })
})

interface Options {
  isKept?: boolean
  changes?: Partial<ChainServiceConfig>
  isWriter?: () => boolean
  logBlocks?: number
  rediscoverMs?: number
  database?: Pick<Database, 'query'>
}

function create({
  isKept = true,
  isWriter = () => true,
  logBlocks,
  rediscoverMs = 3_600_000,
  ...rest
}: Options = {}) {
  const events: ChainEvent[] = []
  asked = []
  const store = createPoolStore({
    database: rest.database ?? database,
    chainId: config.id,
    isWriter,
  })
  const chain = createFollowedChain(
    { ...config, ...(logBlocks && { logBlocks }), ...rest.changes },
    { pollMs: 50, rediscoverMs, onEvent: (event) => events.push(event), ...(isKept && { store }) },
  )
  followers.push(chain)
  return { chain, events }
}

async function start(options: Options = {}) {
  const before = asked
  const created = create(options)
  await created.chain.start()
  // Requests of the comparison run do not count.
  if (options.isKept === false) asked = before
  return created
}

async function stopAll(): Promise<void> {
  await Promise.all(followers.splice(0).map((follower) => follower.stop()))
}

function isDiscovery({ method, params }: RpcCall): boolean {
  const { address, fromBlock } = Object(params?.[0])
  return method === 'eth_getLogs' && Boolean(address) && Boolean(fromBlock)
}

function note(call: RpcCall, result: unknown): unknown {
  const { fromBlock, toBlock } = Object(call.params?.[0])
  if (isDiscovery(call)) asked.push({ from: Number(fromBlock), to: Number(toBlock) })
  return result
}

async function getHead(): Promise<number> {
  return Number(await test.publicClient.getBlockNumber())
}

/** Creates a pair and a pool without liquidity. */
async function makePools(): Promise<string[]> {
  const [a, b] = [test.token('USDT').address, test.token('LINK').address]
  const v2 = config.sources.find(({ kind }) => kind === 'v2')!
  const v3 = config.sources.find(({ kind }) => kind === 'v3')!
  const before = new Set(await announced())
  await test.send({
    to: v2.factory,
    data: encodeFunctionData({ abi: factoryAbi, functionName: 'createPair', args: [a, b] }),
  })
  await test.send({
    to: v3.factory,
    data: encodeFunctionData({ abi: factoryAbi, functionName: 'createPool', args: [a, b, 500] }),
  })
  return (await announced()).filter((address) => !before.has(address))

  async function announced(): Promise<string[]> {
    const event = parseAbi([
      'event PairCreated(address indexed a, address indexed b, address pair, uint256 n)',
    ])
    const logs = await test.publicClient.getLogs({ address: v2.factory, event: event[0], fromBlock: 0n })
    return logs.map(({ args }) => args.pair!.toLowerCase())
  }
}

const has = (chain: ChainFollower, address = '') => chain.snapshot()!.pool(address as Hex) !== undefined

function getState(chain: ChainFollower): string[] {
  return chain
    .snapshot()!
    .pools()
    .map(({ address, tokens, fee }) => `${address} ${tokens} ${fee}`)
    .sort()
}
