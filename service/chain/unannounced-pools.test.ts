import { encodeFunctionData, type Hex, parseAbi, toEventSelector, toFunctionSelector } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestDevnet, type TestDevnet } from '../../devnet/testing/devnet.ts'
import { type Address, sameAddress } from '../../wire/lib/address.ts'
import { until } from '../../wire/testing/until.ts'
import type { Database } from '../database/database.ts'
import { openDatabase } from '../database/open-database.ts'
import { encodeWord } from '../lib/abi-words.ts'
import type { Pool, PoolLog } from '../modules/core/pool.ts'
import type { V3SourceConfig } from '../modules/uniswap-v3/v3-module.ts'
import { createPoolStore } from '../pools/create-pool-store.ts'
import { type Behavior, type ProxyNode, startProxyNode } from '../testing/proxy-node.ts'
import type { ChainEvent } from './chain-events.ts'
import { createFollowedChain } from './followed-chain.ts'

const created = toEventSelector('PoolCreated(address,address,uint24,int24,address)')
const getPool = toFunctionSelector('getPool(address,address,uint24)').slice(2)
/** Fewer than the mined blocks, so that found pools become final. */
const FINALITY_BLOCKS = 4

let devnet: TestDevnet
let node: ProxyNode
let database: Database
let clean: Hex
/** The largest pool of WETH and USDC, in lower case. */
let pool: string
const chains: ReturnType<typeof createFollowedChain>[] = []

beforeAll(async () => {
  devnet = await startTestDevnet()
  node = await startProxyNode(devnet.rpcUrl('ethereum'))
  const found = devnet.chain().pools('WETH', 'USDC', 'uniswap-v3')
  pool = found.find(({ fee }) => fee === 500)!.address.toLowerCase()
  database = openDatabase({})
  // Creating the database takes seconds on a busy machine, and a start does not wait for it.
  await database.query('SELECT 1', [])
})
beforeEach(async () => {
  clean = await devnet.chain().testClient.snapshot()
})
afterEach(async () => {
  await Promise.all(chains.splice(0).map((chain) => chain.stop()))
  node.behave({})
  for (const table of ['sluice_pools', 'sluice_pool_checkpoints', 'sluice_pool_sources']) {
    await database.query(`DELETE FROM ${table}`, [])
  }
  await devnet.chain().testClient.revert({ id: clean })
})
afterAll(async () => {
  await Promise.all([node?.stop(), devnet?.stop(), database?.close()])
})

interface StartOptions {
  rpcUrls?: string[]
  isStored?: boolean
  rediscoverMs?: number
  unannouncedPools?: V3SourceConfig['unannouncedPools']
}

async function start({
  rpcUrls = [node.url],
  isStored = true,
  rediscoverMs = 100,
  unannouncedPools = {},
}: StartOptions = {}) {
  const { wsUrl: _, ...config } = devnet.serviceConfig.chains[0]!
  const sources = config.sources.map((source) =>
    source.kind === 'v3' && source.module === 'uniswap-v3' ? { ...source, unannouncedPools } : source,
  )
  const events: ChainEvent[] = []
  const chain = createFollowedChain(
    { ...config, sources, rpcUrls, finalityBlocks: FINALITY_BLOCKS },
    {
      ...{ pollMs: 50, rediscoverMs, onEvent: (event) => void events.push(event) },
      ...(isStored && { store: createPoolStore({ database, chainId: config.id, isWriter: () => true }) }),
    },
  )
  chains.push(chain)
  await chain.start()
  const told = (type: ChainEvent['type']) => events.filter((event) => event.type === type)
  return {
    chain,
    told,
    find: (wanted = pool) =>
      chain
        .snapshot()
        ?.pools()
        .find(({ address }) => address === wanted),
  }
}

/** Omits the creation log of a pool, as on a chain that was restarted from a state. */
const forget =
  (address: string) =>
  ({ method }: { method: string }, result: unknown): unknown => {
    if (method !== 'eth_getLogs') return result
    return (result as PoolLog[]).filter(
      ({ topics, data }) => topics[0] !== created || !data.endsWith(address.slice(2)),
    )
  }
const forgetPool: NonNullable<Behavior['distort']> = (call, result) => forget(pool)(call, result)
/** Hides the pool from factory queries too, as before its creation. */
const hidePool: typeof forgetPool = (call, result) =>
  call.method === 'eth_call' && JSON.stringify(call.params).includes(getPool)
    ? String(result).replaceAll(pool.slice(2), '0'.repeat(40))
    : forgetPool(call, result)

const countStored = async (address = pool) =>
  (await database.query('SELECT 1 FROM sluice_pools WHERE address = $1', [address])).length

it('finds an unannounced pool between base tokens, trades in it, stores it once final, and reports it once', async () => {
  node.behave({ distort: forgetPool })
  const first = await start()
  const honest = await start({ rpcUrls: [devnet.rpcUrl('ethereum')], isStored: false })
  expect(first.find()?.spot).toEqual(honest.find()?.spot)
  expect(first.find()?.isHealthy).toBe(true)
  expect(first.chain.snapshot()?.pools().length).toBe(honest.chain.snapshot()?.pools().length)
  expect(first.told('unannounced')).toEqual([
    { type: 'unannounced', source: 'uniswap-v3', count: 1, pools: [pool] },
  ])
  expect(honest.told('unannounced')).toEqual([])
  expect(await countStored()).toBe(0)
  await until(async () => {
    await devnet.chain().testClient.mine({ blocks: 1 })
    return (await countStored()) === 1
  })
  await Promise.all(chains.splice(0).map((chain) => chain.stop()))

  const later = await start()
  expect(later.find()?.isHealthy).toBe(true)
  expect(later.told('unannounced')).toEqual([])
  expect(await countStored()).toBe(1)
})

it('finds an unannounced pool with another token if the config lists it, stores it, and does not query it again', async () => {
  const test = devnet.chain()
  const { address, tokens } = test.pools('LINK', 'WETH', 'uniswap-v3').find(({ fee }) => fee === 3_000)!
  const [token0, token1] = tokens.map((token) => token.toLowerCase()).toSorted() as [Address, Address]
  const listed = address.toLowerCase()
  const asked: number[] = []
  node.behave({
    distort(call, result) {
      for (const fee of [500, 3_000, 10_000]) {
        const args = [token0, token1, fee].map((value) => encodeWord(BigInt(value))).join('')
        if (JSON.stringify(call).includes(`${getPool}${args}`)) asked.push(fee)
      }
      return forget(listed)(call, result)
    },
  })
  const unlisted = await start({ isStored: false })
  expect([unlisted.find(listed), asked]).toEqual([undefined, []])

  // The factory has no 0.05 % pool, and a log announces the 1 % pool.
  const unannouncedPools = { [token1]: { [token0]: [500, 3_000, 10_000] } }
  const first = await start({ unannouncedPools })
  const honest = await start({ rpcUrls: [devnet.rpcUrl('ethereum')], isStored: false })
  // A slow machine reaches the next periodic query, which repeats the 0.05 % pool.
  expect([...new Set(asked)]).toEqual([500, 3_000])
  expect(first.find(listed)?.isHealthy).toBe(true)
  expect(first.find(listed)?.spot).toEqual(honest.find(listed)?.spot)
  expect(first.chain.snapshot()?.pools().length).toBe(honest.chain.snapshot()?.pools().length)
  expect(first.told('unannounced')).toEqual([])
  await until(async () => {
    await test.testClient.mine({ blocks: 1 })
    return (await countStored(listed)) === 1
  })
  await Promise.all(chains.splice(0).map((chain) => chain.stop()))

  asked.length = 0
  const later = await start({ unannouncedPools })
  expect(later.find(listed)?.isHealthy).toBe(true)
  expect([...new Set(asked)]).toEqual([500])
})

it('ignores a factory that returns another address than derived from its parameters', async () => {
  const usdt = devnet.chain().token('USDT').address.slice(2).toLowerCase()
  node.behave({
    distort(call, result) {
      const isAsked = call.method === 'eth_call' && JSON.stringify(call.params).includes(getPool)
      return isAsked ? String(result).replaceAll(pool.slice(2), usdt) : forgetPool(call, result)
    },
  })
  const { chain, find, told } = await start()
  expect(find()).toBeUndefined()
  expect(
    chain
      .snapshot()
      ?.pools()
      .some(({ address }) => sameAddress(address, `0x${usdt}`)),
  ).toBe(false)
  expect(told('unannounced')).toEqual([])
})

it('loses no other pool if a factory fails each call, and reports the factory once', async () => {
  const { sources } = devnet.serviceConfig.chains[0]!
  const { factory } = sources.find(({ module }) => module === 'uniswap-v3')!
  node.behave({ distort: forgetPool })
  // Consumes all gas.
  await devnet.chain().testClient.setCode({ address: factory, bytecode: '0xfe' })
  const { chain, find, told } = await start()
  expect(find()).toBeUndefined()
  expect(chain.snapshot()?.modules().has('uniswap-v3')).toBe(true)
  expect(told('pairs-unanswered')).toMatchObject([{ source: 'uniswap-v3' }])
  expect(told('failed')).toEqual([])
})

it('finds a pool whose log is omitted while following when factories are queried again', async () => {
  let isAsked = false
  node.behave({ distort: (call, result) => (isAsked ? forgetPool : hidePool)(call, result) })
  const { find, told } = await start({ rediscoverMs: 10 })
  expect(find()).toBeUndefined()
  isAsked = true
  await until(async () => {
    await devnet.chain().testClient.mine({ blocks: 1 })
    return find() !== undefined
  })
  expect(told('unannounced')).toHaveLength(1)
  expect(told('rediscovered')).toHaveLength(1)
})

it('finds a pool that the followed node hides by querying another node', async () => {
  const other = await startProxyNode(devnet.rpcUrl('ethereum'), { distort: forgetPool })
  node.behave({ distort: hidePool })
  const { chain, find, told } = await start({ rpcUrls: [node.url, other.url], rediscoverMs: 10 })
  expect(find()).toBeUndefined()
  await until(async () => {
    await devnet.chain().testClient.mine({ blocks: 1 })
    return find() !== undefined
  })
  expect(told('unannounced')).toMatchObject([{ pools: [pool] }])
  await chain.stop()
  await other.stop()
})

it('does not report a new pool of base tokens as unannounced if its log is returned', async () => {
  const test = devnet.chain()
  const { chain, told } = await start({ rediscoverMs: 10 })
  let asked = 0
  node.behave({
    distort({ method, params }, result) {
      if (method === 'eth_call' && JSON.stringify(params).includes(getPool)) asked += 1
      return result
    },
  })
  const [usdt, wbtc] = [test.token('USDT').address, test.token('WBTC').address]
  const { factory } = devnet.serviceConfig.chains[0]!.sources.find(({ module }) => module === 'uniswap-v3')!
  const abi = parseAbi(['function createPool(address, address, uint24) returns (address)'])
  const data = encodeFunctionData({ abi, functionName: 'createPool', args: [usdt, wbtc, 500] })
  await test.send({ to: factory, data })
  const isNew = ({ module, tokens, fee }: Pool) =>
    module === 'uniswap-v3' &&
    fee === 500 &&
    [usdt, wbtc].every((one) => tokens.some((two) => sameAddress(one, two)))
  await until(() => chain.snapshot()?.pools().some(isNew) ?? false)
  // Its block is not final, so the ledger lacks the pool.
  const before = asked
  await until(() => asked > before + 4)
  expect(told('unannounced')).toEqual([])
  expect(told('rediscovered')).toEqual([])
})
