import {
  decodeFunctionData,
  encodeFunctionResult,
  type Hex,
  multicall3Abi,
  numberToHex,
  type PublicClient,
} from 'viem'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Address } from '../../../wire/lib/address.ts'
import type { BlockReader } from '../../modules/core/module.ts'
import type { PoolIdentity } from '../../modules/core/pool.ts'
import { createV2Module } from '../../modules/uniswap-v2/v2-module.ts'
import { createV3Module } from '../../modules/uniswap-v3/v3-module.ts'
import { makeAddress } from '../../testing/literal-chain.ts'
import { createBlockReader } from '../blocks/block-reader.ts'
import { type FactoryQueryDeps, type PairEvent, queryFactories } from './query-factories.ts'

const factory = makeAddress(0xfac)
const initCodeHash = `0x${'1'.repeat(64)}` as const
const v3 = createV3Module(
  { index: 0, kind: 'v3', module: 'uniswap-v3', name: 'V3', factory, initCodeHash },
  undefined,
)
const v2 = createV2Module({
  ...{ index: 1, kind: 'v2', module: 'uniswap-v2', name: 'V2', factory, initCodeHash, feeBps: 30 },
})
const [low, high, third] = [makeAddress(0x11), makeAddress(0x12), makeAddress(0x13)]
const toWord = (value: bigint | Address | number): Hex => numberToHex(BigInt(value), { size: 32 })

/** The pools of the factory. Each pool has its own spacing. */
let pools: PoolIdentity[]
/** The address that the factory returns instead of the pool's address. */
let other: Address | undefined
let isSilent: boolean
let isNodeDown: boolean
let requests: number
let calls: number
let events: PairEvent[]
let record: FactoryQueryDeps['record']

beforeEach(() => {
  pools = [candidate(500), candidate(3_000)]
  other = undefined
  isSilent = false
  isNodeDown = false
  requests = 0
  calls = 0
  events = []
  record = { named: new Map(), unanswered: new Set() }
})

function candidate(fee: number, known: readonly PoolIdentity[] = []): PoolIdentity {
  const found = v3.listCandidates?.([[low, high]], known).find((one) => one.fee === fee)
  if (!found) throw new Error(`No candidate with a fee of ${fee}`)
  return found
}

/** Answers one call of a multicall: the three words of `getPool`, or the spacing of a pool. */
function answer(to: Address, data: Hex): Hex | undefined {
  const made = pools.find(({ address }) => address === to.toLowerCase())
  if (made) return toWord(made.tickSpacing)
  if (to.toLowerCase() !== factory || isSilent) return undefined
  const [first, second, fee] = [0, 1, 2].map((i) => BigInt(`0x${data.slice(10 + 64 * i, 74 + 64 * i)}`))
  const named = pools.find(
    ({ tokens, fee: own }) =>
      BigInt(tokens[0]) === first && BigInt(tokens[1]) === second && BigInt(own) === fee,
  )
  return toWord(named ? (other ?? named.address) : 0)
}

const client = {
  async call({ data }: { data: Hex }) {
    requests += 1
    if (isNodeDown) throw new Error('no node')
    const { args } = decodeFunctionData({ abi: multicall3Abi, data })
    const asked = args?.[0] as readonly { target: Address; callData: Hex }[]
    calls += asked.length
    const result = asked.map(({ target, callData }) => {
      const returnData = answer(target, callData)
      return { success: returnData !== undefined, returnData: returnData ?? '0x' }
    })
    return { data: encodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', result }) }
  },
} as unknown as PublicClient
const read: BlockReader = createBlockReader(client, {
  multicall3: makeAddress(0xca11),
  blockHash: `0x${'2'.repeat(64)}`,
})

async function ask(known: readonly PoolIdentity[] = [], hubs: readonly string[] = [third, high, low]) {
  const deps: FactoryQueryDeps = {
    ...{ followed: [v2, v3], hubs: new Set(hubs), read, record },
    getKnown: (module) => (module === v3 ? known : []),
    report: (event) => void events.push(event),
  }
  const found = await queryFactories(deps)
  return found.map(({ identity }) => identity)
}

describe('factory queries for hub pairs', () => {
  it('returns the unknown pools and reports them once', async () => {
    const [first, second] = pools
    expect(await ask()).toEqual([first, second])
    expect(await ask()).toEqual([first, second])
    expect(await ask([first!])).toEqual([second])
    expect(events).toEqual([
      {
        ...{ type: 'unannounced', source: 'uniswap-v3', count: 2 },
        pools: pools.map(({ address }) => address),
      },
    ])
  })

  it('queries other fees that its pools have shown, up to the number that a factory can enable', async () => {
    const shown = { ...pools[0]!, address: makeAddress(0x99), fee: 123, tickSpacing: 7 }
    const unusual = candidate(123, [shown])
    pools = [unusual]
    expect(await ask()).toEqual([])
    expect(await ask([shown])).toEqual([unusual])
    calls = 0
    const made = Array.from({ length: 500 }, (_, i) => ({ ...shown, fee: 20_000 + i }))
    await ask(made)
    expect(calls).toBe(3 * 16 * 2)
  })

  it('ignores a pool with another address than derived from its parameters, or another spacing', async () => {
    other = makeAddress(0xbad)
    expect(await ask()).toEqual([])
    other = undefined
    pools = [{ ...pools[0]!, tickSpacing: 11 }]
    expect(await ask()).toEqual([])
    expect(events).toEqual([])
  })

  it('reports a factory without responses once and keeps its earlier pools', async () => {
    isSilent = true
    expect(await ask()).toEqual([])
    isSilent = false
    const named = await ask()
    isSilent = true
    expect(await ask()).toEqual(named)
    expect(await ask(named.slice(0, 1))).toEqual(named.slice(1))
    const error = new Error(`uniswap-v3: the factory ${factory} failed every call`)
    expect(events).toMatchObject([
      { type: 'pairs-unanswered', source: 'uniswap-v3', error },
      { type: 'unannounced' },
    ])
  })

  it('does not blame a factory for a node without responses', async () => {
    isNodeDown = true
    await expect(ask()).rejects.toThrow('no node')
    expect(events).toEqual([])
  })

  it.each([
    { count: 6, most: 1 },
    { count: 15, most: 4 },
    { count: 200, most: 10 },
  ])(
    'takes $most requests for $count hubs, and none for sources that count their pools',
    async ({ count, most }) => {
      const hubs = Array.from({ length: count }, (_, i) => makeAddress(0x1000 + i))
      await ask([], hubs)
      expect(requests).toBe(most)
      expect(calls).toBe(Math.min(300, (count * (count - 1)) / 2) * 4 * 2)
      requests = 0
      await ask([], hubs.slice(0, 1))
      expect(requests).toBe(0)
    },
  )
})
