import { encodeAbiParameters, encodeFunctionData, type Hex, numberToHex, pad, parseAbi } from 'viem'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { startTestDevnet, type TestDevnet } from '../../devnet/testing/devnet.ts'
import type { Address } from '../../wire/lib/address.ts'
import { until } from '../../wire/testing/until.ts'
import type { Database } from '../database/database.ts'
import { openDatabase } from '../database/open-database.ts'
import { derivePool } from '../modules/core/create2.ts'
import type { V3SourceConfig } from '../modules/uniswap-v3/v3-module.ts'
import { createV3Module } from '../modules/uniswap-v3/v3-module.ts'
import { createPoolStore } from '../pools/create-pool-store.ts'
import { type Behavior, type ProxyNode, startProxyNode } from '../testing/proxy-node.ts'
import type { ChainEvent } from './chain-events.ts'
import { createFollowedChain } from './followed-chain.ts'

const [TOKEN_A, TOKEN_B] = [0xa1n, 0xa2n].map((n) => numberToHex(n, { size: 20 })) as [Address, Address]
const FEE = 500
const factoryAbi = parseAbi([
  'function createPool(address, address, uint24) returns (address)',
  'function getPool(address, address, uint24) view returns (address)',
])

interface Log {
  address: string
}

let devnet: TestDevnet
let nodes: [ProxyNode, ProxyNode]
let source: V3SourceConfig
let database: Database
/** An address derived from the factory's parameters, without a pool. */
let nothing: Address
const chains: ReturnType<typeof createFollowedChain>[] = []

beforeAll(async () => {
  devnet = await startTestDevnet()
  const url = devnet.rpcUrl('ethereum')
  nodes = [await startProxyNode(url), await startProxyNode(url)]
  source = getConfig().sources.find((one): one is V3SourceConfig => one.kind === 'v3')!
  const salted = encodeAbiParameters(
    [{ type: 'address' }, { type: 'address' }, { type: 'uint24' }],
    [TOKEN_A, TOKEN_B, FEE],
  )
  nothing = derivePool(source.factory, source.initCodeHash, salted)
  // Exceeds the number of blocks that are not final.
  await devnet.chain().testClient.mine({ blocks: 20 })
})
afterAll(async () => {
  await Promise.all([devnet?.stop(), ...(nodes ?? []).map((node) => node.stop())])
})
afterEach(async () => {
  await Promise.all(chains.splice(0).map((chain) => chain.stop()))
  for (const node of nodes) node.behave({})
  await database?.close()
})

function getConfig() {
  const { wsUrl: _, ...config } = devnet.serviceConfig.chains[0]!
  return { ...config, rpcUrls: nodes.map(({ url }) => url), finalityBlocks: 8 }
}

/** Creating a database takes seconds on a busy machine, and a start does not wait for it. */
async function openStore(): Promise<void> {
  database = openDatabase({})
  await database.query('SELECT 1', [])
}

function follow() {
  const config = getConfig()
  const events: ChainEvent[] = []
  const store = createPoolStore({ database, chainId: config.id, isWriter: () => true })
  const onEvent = (event: ChainEvent) => void events.push(event)
  const chain = createFollowedChain(config, { pollMs: 50, rediscoverMs: 200, store, onEvent })
  chains.push(chain)
  return { chain, events }
}

/** Adds a log of a nonexistent pool to the first response for a range of blocks. */
function nameNothing(): Behavior {
  let isDone = false
  return {
    distort({ method, params }, result) {
      const { address, fromBlock } = Object(params?.[0]) as { address?: unknown; fromBlock?: Hex }
      if (method !== 'eth_getLogs' || !address || !fromBlock || isDone) return result
      isDone = true
      const topics = [createV3Module(source, undefined).createdTopic, pad(TOKEN_A), pad(TOKEN_B)]
      const log = {
        address: source.factory,
        topics: [...topics, numberToHex(FEE, { size: 32 })],
        data: encodeAbiParameters([{ type: 'int24' }, { type: 'address' }], [10, nothing]),
        blockNumber: fromBlock,
      }
      return [...(result as Log[]), log]
    },
  }
}

const countStored = async (pool: string) =>
  (await database.query('SELECT 1 FROM sluice_pools WHERE address = $1', [pool])).length

it('loads all other pools beside an announced pool that does not exist, at this start and later', async () => {
  await openStore()
  nodes[0].behave(nameNothing())
  const first = follow()
  await first.chain.start()
  expect(first.chain.snapshot()?.pool(nothing)).toBeUndefined()
  expect(await countStored(nothing)).toBe(1)
  await chains.splice(0)[0]?.stop()
  const later = follow()
  await later.chain.start()
  expect(later.chain.snapshot()?.pools().length).toBe(first.chain.snapshot()?.pools().length)
})

it('continues if another node announces a pool that does not exist', async () => {
  await openStore()
  const { chain, events } = follow()
  await chain.start()
  nodes[1].behave(nameNothing())
  const test = devnet.chain()
  const until10 = (chain.snapshot()?.blockNumber ?? 0n) + 10n
  await until(async () => {
    await test.testClient.mine({ blocks: 1 })
    return (chain.snapshot()?.blockNumber ?? 0n) > until10
  })
  expect(events.filter(({ type }) => type === 'failed')).toEqual([])
})

it('does not store a pool that was found in a reverted block', async () => {
  await openStore()
  const test = devnet.chain()
  const { chain, events } = follow()
  await chain.start()
  const clean = await test.testClient.snapshot()
  const before = await test.publicClient.getBlockNumber()
  // The nodes omit the announcement from single blocks, and the first node from ranges too.
  const leaveOut = (isOfBlock: boolean): Behavior => ({
    distort: ({ method, params }, result) =>
      method === 'eth_getLogs' && (!isOfBlock || 'blockHash' in Object(params?.[0]))
        ? (result as Log[]).filter(({ address }) => address !== source.factory.toLowerCase())
        : result,
  })
  nodes[0].behave(leaveOut(false))
  nodes[1].behave(leaveOut(true))
  const args = [test.token('USDT').address, test.token('LINK').address, FEE] as const
  await test.send({
    to: source.factory,
    data: encodeFunctionData({ abi: factoryAbi, functionName: 'createPool', args }),
  })
  await until(async () => {
    await test.testClient.mine({ blocks: 1 })
    return events.some(({ type }) => type === 'rediscovered')
  })
  const found = events.find((event) => event.type === 'rediscovered')
  const [pool = ''] = found?.type === 'rediscovered' ? found.pools : []
  const after = await test.publicClient.getBlockNumber()
  await test.testClient.revert({ id: clean })
  await test.testClient.mine({ blocks: Number(after - before) + 2 })
  for (const node of nodes) node.behave({})
  await until(() => events.some(({ type }) => type === 'reorganized'))
  const stored = async () =>
    Number(
      (await database.query('SELECT max(block) AS block FROM sluice_pool_checkpoints', []))[0]?.block ?? 0,
    )
  await until(async () => {
    await test.testClient.mine({ blocks: 1 })
    return (await stored()) > Number(after)
  })
  expect(await countStored(pool)).toBe(0)
})
