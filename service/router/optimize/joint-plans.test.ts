import { describe, expect, it } from 'vitest'
import type { Pool } from '../../modules/core/pool.ts'
import { sampleAddress, sampleV2Pool, sampleWeightedPool } from '../../modules/testing/sample-pools.ts'
import { type SwapPath, WHOLE_PORTION } from '../paths/route.ts'
import { findBestPurchase, findBestRoute } from '../search/find-best-route.ts'
import { estimateSurge } from '../search/surge.ts'
import { edgesBetween } from '../testing/edges-between.ts'
import { findSplit } from './find-split.ts'
import { SALE } from './side.ts'

const E18 = 10n ** 18n
const BUDGET = { maxWork: 60_000, maxLegs: 64 }
const [A, B, C] = [1, 2, 3].map((n) => sampleAddress(0xa0 + n)) as [
  Pool['address'],
  Pool['address'],
  Pool['address'],
]
const THIRDS = [E18 / 3n, E18 / 3n, E18 - (2n * E18) / 3n]
const START = [1_000n * E18, 1_000n * E18, 1_000n * E18]

const weighted = (balances: readonly bigint[] = START) => sampleWeightedPool({ weights: THIRDS, balances })
const pairs = ({ ...first }: Pool) => [first, ...(first.siblings ?? [])]
/** Between the other two tokens, far deeper. */
const bridge = sampleV2Pool({ reserve0: 10n ** 24n, reserve1: 10n ** 24n }, { tokens: [B, C], feeBps: 1 })

function query(pools: readonly Pool[], gasPrice = 0n) {
  return {
    tokenIn: A,
    tokenOut: C,
    via: [B],
    edges: edgesBetween(pools),
    gasCost: (_: string, gas: number) => gasPrice * BigInt(gas),
  }
}

/** Without one of the pairs that sell the first token. */
const withOnePair = [B, C].map((other) => [
  ...pairs(weighted()).filter(({ tokens }) => !(tokens[0] === A && tokens[1] === other)),
  bridge,
])

describe('a contract of three tokens', () => {
  it('sells to two of them in one trade where that pays more', () => {
    const sale = { ...query([...pairs(weighted()), bridge]), amountIn: 100n * E18 }
    const { route, bound } = findBestRoute(sale, BUDGET)!
    expect(route.steps.filter(({ pool }) => pool.address !== bridge.address)).toHaveLength(2)
    expect(executed(route)).toEqual(route.amountOut)
    for (const pools of withOnePair) {
      const single = findBestRoute({ ...query(pools), amountIn: sale.amountIn }, BUDGET)!
      // Two percent, here: half the depth is out of reach of either.
      expect(Number(route.amountOut) / Number(single.route.amountOut)).toBeGreaterThan(1.02)
    }
    expect(bound).toBeGreaterThanOrEqual(Number(route.amountOut))
  })

  it('is bought from once in a purchase, which asks all prices before anything moves', () => {
    const purchase = { ...query([...pairs(weighted()), bridge]), amountOut: 100n * E18 }
    const { route } = findBestPurchase(purchase, BUDGET)!
    expect(route.steps.filter(({ pool }) => pool.address !== bridge.address)).toHaveLength(1)
  })

  it('trades one pair where another does not earn its gas', () => {
    const sale = { ...query([...pairs(weighted()), bridge], 10n ** 14n), amountIn: 100n * E18 }
    const { route } = findBestRoute(sale, BUDGET)!
    expect(route.steps).toHaveLength(1)
  })

  it('trades one pair where another does not earn the fee for its data', () => {
    const pools = [...pairs(weighted()), bridge]
    const sale = { ...query(pools, 10n ** 12n), amountIn: 50n * E18, stepDataGas: 300_000 }
    const search = { side: SALE, amount: sale.amountIn, budget: BUDGET, singlePath: undefined }
    expect(findSplit(sale, search).route?.steps).toHaveLength(1)
    expect(findSplit({ ...sale, stepDataGas: 0 }, search).route?.steps).toHaveLength(3)
  })

  it('is sold back to as the trade leaves all of its pairs', () => {
    const all = query([...pairs(weighted()), bridge])
    const { route } = findBestRoute({ ...all, amountIn: 100n * E18 }, BUDGET)!
    const { lossPercent } = estimateSurge(
      route,
      { ...all, edges: edgesBetween([...pairs(weighted())]) },
      BUDGET,
    )
    expect(lossPercent).toBeGreaterThan(0)
  })
})

/** The contract's arithmetic over its balances, apart from the search's. */
function executed({ steps, amountIn }: SwapPath): bigint {
  const order = [A, B, C] as const
  const balances = [...START]
  const held = new Map<string, bigint>([[A, amountIn]])
  for (const { pool, zeroForOne, portion, tokenIn, tokenOut } of steps) {
    const has = held.get(tokenIn) ?? 0n
    const amount = portion === WHOLE_PORTION ? has : (has * portion) / WHOLE_PORTION
    const isBridge = pool.address === bridge.address
    const now = isBridge
      ? bridge
      : pairs(weighted(balances)).find(({ tokens }) => tokens.join() === pool.tokens.join())!
    const { amountOut } = now.exactInput(zeroForOne, amount)!
    if (!isBridge) {
      balances[order.indexOf(tokenIn as typeof A)]! += amount
      balances[order.indexOf(tokenOut as typeof A)]! -= amountOut
    }
    held.set(tokenIn, has - amount)
    held.set(tokenOut, (held.get(tokenOut) ?? 0n) + amountOut)
  }
  return held.get(C) ?? 0n
}
