import { describe, expect, it } from 'vitest'
import { createRandom, type Random } from '../../../wire/testing/random.ts'
import { createPoolIndex, type PoolIndex } from '../../chain/snapshot/pool-index.ts'
import { VersionedMap } from '../../chain/snapshot/versioned-map.ts'
import type { Pool } from '../../modules/core/pool.ts'
import { sampleAddress, sampleV2Pool } from '../../modules/testing/sample-pools.ts'
import { chainConfig } from '../../testing/literal-chain.ts'
import { findBestRoute } from '../search/find-best-route.ts'
import { createRandomMarket } from '../testing/random-market.ts'
import { arrangeMarket, type Market } from './market.ts'
import { createOuterTracker } from './outer-pools.ts'

const TOKENS = 12
/** `npm run proof fuzz` builds all markets. */
const MARKETS = process.env.SLUICE_FUZZ === 'all' ? 12 : 4
const BLOCKS = 25
const UNLIMITED_WORK = { maxWork: 60_000, maxLegs: 16 }
const ALL = Array.from({ length: TOKENS }, (_, i) => sampleAddress(0xa000 + i))
const TRADABLE = new VersionedMap(ALL.slice(0, -1).map((token) => [token, true] as const))
const BLOCK = { blockNumber: 1n, blockHash: '0x01', timestamp: 1n, gasPrice: 1n } as const

describe('a market that is updated block by block', () => {
  it('equals a market built from scratch, to the last bit', () => {
    let routed = 0
    for (let seed = 0; seed < MARKETS; seed += 1) {
      const random = createRandom(seed)
      const start = createRandomMarket({ seed, tokens: TOKENS, pools: 60 })
      let poolIndex = createPoolIndex(start.pools)
      const tracker = createOuterTracker()
      for (let block = 0; block < BLOCKS; block += 1) {
        poolIndex = poolIndex.with(getChanges(poolIndex, random))
        const [updated, rebuilt] = [getMarket(poolIndex, tracker), getMarket(shuffle(poolIndex, random))]
        const summary = summarize(updated, start.tokens)
        expect(summary).toEqual(summarize(rebuilt, start.tokens))
        if (summary.route) routed += 1
      }
    }
    expect(routed).toBeGreaterThan((MARKETS * BLOCKS) / 2)
  })

  it('leaves earlier markets unchanged', () => {
    const random = createRandom(99)
    const { pools, tokens } = createRandomMarket({ seed: 99, tokens: TOKENS, pools: 60 })
    let poolIndex = createPoolIndex(pools)
    const before = Array.from({ length: 20 }, () => {
      const market = getMarket(poolIndex)
      const summary = summarize(market, tokens)
      // A reorg continues from an earlier block.
      if (random.next() < 0.8) poolIndex = poolIndex.with(getChanges(poolIndex, random))
      return { market: getMarket(market.poolIndex), summary }
    })
    for (const { market, summary } of before) expect(summarize(market, tokens)).toEqual(summary)
  })
})

/** Returns random changes: trades, an added or removed pool, and an emptied pool. */
function getChanges(poolIndex: PoolIndex, random: Random): Map<string, Pool | undefined> {
  const all = [...poolIndex.pools()].sort((a, b) => (a.address < b.address ? -1 : 1))
  const pick = () => all[Math.floor(random.next() * all.length)]!
  const changes = new Map<string, Pool | undefined>()
  for (let i = 0; i < 3; i += 1) {
    const pool = pick()
    const swap = pool.exactInput(random.next() < 0.5, pool.depth[0] / 50n)
    changes.set(pool.address, swap?.after() ?? pool)
  }
  if (random.next() < 0.3) changes.set(pick().address, undefined)
  if (random.next() < 0.5) {
    const n = 500 + Math.floor(random.next() * 1e9)
    const [a, b] = [pick().tokens[0], pick().tokens[1]]
    const reserve = 10n ** 21n * BigInt(Math.floor(random.next() * 3))
    const tokens = a < b ? ([a, b] as const) : ([b, a] as const)
    const pool = sampleV2Pool({ reserve0: reserve, reserve1: reserve }, { n, tokens })
    if (a !== b) changes.set(pool.address, pool)
  }
  return changes
}

/** Returns the same pools in another order. */
function shuffle(poolIndex: PoolIndex, random: Random): PoolIndex {
  const shuffled = poolIndex.pools().map((pool) => ({ pool, at: random.next() }))
  return createPoolIndex(shuffled.sort((a, b) => a.at - b.at).map(({ pool }) => pool))
}

function getMarket(poolIndex: PoolIndex, outerAt?: ReturnType<typeof createOuterTracker>): Market {
  const config = {
    ...chainConfig('ethereum', 31337),
    referenceStable: sampleAddress(0xa000),
    baseTokens: ALL.slice(0, 5),
  }
  return arrangeMarket({ config, block: BLOCK, poolIndex, tradable: TRADABLE, stableDecimals: 17 }, outerAt)
}

function summarize({ poolIndex, edges, outer, usd, intermediates }: Market, tokens: readonly string[]) {
  const [tokenIn = '', tokenOut = ''] = tokens.slice(4, 7)
  const named = (pool: Pool) => `${pool.address} ${pool.fingerprint()}`
  const found = findBestRoute(
    {
      tokenIn,
      tokenOut,
      amountIn: 10n ** 20n,
      via: intermediates,
      edges,
      outer: { pools: outer(), isUsable: () => true },
      gasCost: (token, gas) => usd.convert(10n ** 13n * BigInt(gas), tokens[0] ?? '', token) ?? 0n,
    },
    UNLIMITED_WORK,
  )
  return {
    size: poolIndex.size,
    modules: Object.fromEntries(poolIndex.modules()),
    holding: tokens.map((token) => [...poolIndex.holding(token)].sort()),
    edges: tokens.flatMap((from) => tokens.flatMap((to) => edges(from, to).map(({ pool }) => named(pool)))),
    outer: [...outer().rates.pools, ...outer().links.rates.pools].map(named).sort(),
    usd: tokens.map((token) => usd.convert(2n ** 180n, token, tokens[0] ?? '')),
    bound: found?.bound,
    route: found?.route.steps.map(({ pool, portion, swap }) => [
      pool.address,
      portion,
      swap.amountIn,
      swap.amountOut,
    ]),
  }
}
