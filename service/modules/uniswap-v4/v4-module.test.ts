import { describe, expect, it } from 'vitest'
import { type Address, type Hex, ZERO_ADDRESS } from '../../../wire/lib/address.ts'
import { advance } from '../../chain/snapshot/advance.ts'
import { createPoolIndex } from '../../chain/snapshot/pool-index.ts'
import { encodeWord } from '../../lib/abi-words.ts'
import { createUsdPrices } from '../../router/market/usd-prices.ts'
import type { PoolLog } from '../core/pool.ts'
import { sampleAddress, sampleV2Pool } from '../testing/sample-pools.ts'
import type { FeeTier } from '../uniswap-v3/fee-tiers.ts'
import { SLOTS } from './load-state.ts'
import { getPoolAddress, getPoolId } from './pool-key.ts'
import { createV4Module } from './v4-module.ts'
import { liquidityTopic } from './v4-pool.ts'

const [stable, token, weth, manager, hooks] = [0xa1, 0xa2, 0xa3, 0xbc, 0xdd].map(sampleAddress) as [
  Address,
  Address,
  Address,
  Address,
  Address,
]
const tokens = [stable, token] as const
const module = createV4Module(
  { index: 6, kind: 'v4', module: 'uniswap-v4', name: 'Uniswap V4', factory: manager },
  weth,
)
const tier = { fee: 3_000, tickSpacing: 60 }
const others = [
  { fee: 3_000, tickSpacing: 61 },
  { fee: 990_000, tickSpacing: 60 },
]

const toWords = (...values: (bigint | number | string)[]): Hex =>
  `0x${values.map((value) => encodeWord(BigInt(value))).join('')}`

/** Creates the log of a new pool at a price of 1. */
function announce(params: FeeTier, hook = ZERO_ADDRESS): PoolLog {
  return {
    address: manager,
    topics: [module.createdTopic, getId(params), toWords(stable), toWords(token)],
    data: toWords(params.fee, params.tickSpacing, hook, 2n ** 96n, 0),
  }
}

const getId = (params: FeeTier) => getPoolId({ tokens, ...params })
const identityOf = (params: FeeTier) => ({ address: getPoolAddress(getId(params)), tokens, ...params })

function fill(params: FeeTier, liquidity: bigint): PoolLog {
  const topics = [liquidityTopic, getId(params), toWords(hooks)]
  const lower = BigInt.asUintN(256, BigInt(-params.tickSpacing))
  return { address: manager, topics, data: toWords(lower, params.tickSpacing, liquidity, 0) }
}

const advanceBy = (logs: PoolLog[]) => {
  const own = sampleV2Pool({ reserve0: 2n * 10n ** 13n, reserve1: 10n ** 13n }, { tokens })
  const parent = { poolIndex: createPoolIndex([own]), sampled: new Set<string>() }
  return advance(parent, { logs, sampled: [] }, { followed: [module], sampled: [] })
}

describe('candidates of a manager', () => {
  it('cover each tier and the native coin, but no pool that a log could not announce', () => {
    const ids = (module.listCandidates?.([tokens], []) ?? []).map(({ address }) => address)
    const tiers = [
      { fee: 100, tickSpacing: 1 },
      { fee: 500, tickSpacing: 10 },
      tier,
      { fee: 10_000, tickSpacing: 200 },
    ]
    expect(ids).toEqual(tiers.map((one) => identityOf(one).address))
    const native = module.listCandidates?.([[token, weth]], []) ?? []
    expect(native).toHaveLength(8)
    const ofCoin = { tokens: [weth, token] as const, ...tier }
    expect(native).toContainEqual({
      ...ofCoin,
      address: getPoolAddress(getPoolId(ofCoin, { isNative: true })),
    })
  })
})

describe('followed pools of a manager', () => {
  it('have listed tiers and no hooks, with at most one pool per tier for each pair', () => {
    const fees = [0, 1, 100, 500, 3_000, 10_000, 990_000, 2 ** 23]
    const spacings = [1, 10, 60, 200, 32_767]
    const logs = fees.flatMap((fee) => spacings.map((tickSpacing) => announce({ fee, tickSpacing })))
    const { announced } = advanceBy([...logs, announce(tier, hooks)])
    expect(announced.map(({ identity: { fee, tickSpacing } }) => [fee, tickSpacing])).toEqual([
      [100, 1],
      [500, 10],
      [3_000, 60],
      [10_000, 200],
    ])
    expect(module.identify(announce(tier, hooks))).toBeUndefined()
  })

  it('belong to the configured tiers, if any', () => {
    const feeTiers = [{ fee: 700, tickSpacing: 7 }]
    const source = { index: 6, kind: 'v4', module: 'v4', name: 'V4', factory: manager, feeTiers } as const
    const own = createV4Module({ ...source, feeTiers }, weth)
    expect(own.identify(announce(feeTiers[0]!))).toEqual(identityOf(feeTiers[0]!))
    expect(own.identify(announce(tier))).toBeUndefined()
  })

  it('keep prices unchanged when someone fills a deep pool with a prohibitive fee', () => {
    const priceAfter = (logs: PoolLog[]) => {
      const { poolIndex } = advanceBy(logs)
      const config = { referenceStable: stable, baseTokens: [token] }
      const prices = createUsdPrices({ config, stableDecimals: 6 }, poolIndex.between)
      return { size: poolIndex.size, price: prices.format(token, 10n ** 6n) }
    }
    const hostile = { fee: 990_000, tickSpacing: 60 }
    expect(priceAfter([announce(hostile), fill(hostile, 10n ** 30n)])).toEqual(priceAfter([]))
    expect(priceAfter([announce(tier), fill(tier, 10n ** 15n)]).size).toBe(2)
  })

  it('stay in memory while they trade, although the manager emits their logs', () => {
    const identity = identityOf(tier)
    const { touched, unknownSubjects } = advanceBy([announce(tier), fill(tier, 1n), fill(others[0]!, 1n)])
    expect([...touched]).toEqual([identity.address])
    expect([...unknownSubjects]).toEqual([identityOf(others[0]!).address])
  })

  it('are confirmed by their first words, and not searched with other parameters', async () => {
    let slots = 0
    const identities = [tier, { fee: 100, tickSpacing: 1 }, ...others].map(identityOf)
    const confirmed = await module.confirm(identities, async (calls) =>
      calls.map(({ data }) => {
        const count = (data.length - 10) / 64 - 2
        slots += count
        return toWords(32, count, ...Array.from({ length: count }, () => 1))
      }),
    )
    expect(confirmed).toEqual([true, true, false, false])
    expect(slots).toBe(4)
    expect(slots).toBeLessThan(SLOTS)
  })

  it('are not loaded if they were stored before the tiers were listed', async () => {
    const refuse = async (calls: readonly unknown[]) => {
      expect(calls).toEqual([])
      return []
    }
    expect(await module.load([identityOf({ fee: 990_000, tickSpacing: 1 })], refuse)).toEqual([])
  })
})
