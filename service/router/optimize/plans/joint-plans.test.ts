import { describe, expect, it } from 'vitest'
import { sampleWeightedPool } from '../../../modules/balancer-v2/testing/sample-weighted-pool.ts'
import type { Pool } from '../../../modules/core/pool.ts'
import { sampleAddress, sampleV2Pool } from '../../../modules/testing/sample-pools.ts'
import { type SwapPath, WHOLE_PORTION } from '../../paths/route.ts'
import { findBestPurchase, findBestRoute } from '../../search/find-best-route.ts'
import { estimateSurge } from '../../search/surge.ts'
import { edgesBetween } from '../../testing/edges-between.ts'
import { findSplit } from '../find-split.ts'
import { SALE } from '../network/side.ts'

const E18 = 10n ** 18n
const BUDGET = { maxWork: 60_000, maxLegs: 64 }
const [A, B, C] = [1, 2, 3].map((n) => sampleAddress(0xa0 + n)) as [
  Pool['address'],
  Pool['address'],
  Pool['address'],
]
const D = sampleAddress(0xa4)
const THIRDS = [E18 / 3n, E18 / 3n, E18 - (2n * E18) / 3n]
const START = [1_000n * E18, 1_000n * E18, 1_000n * E18]

const weighted = (balances: readonly bigint[] = START) => sampleWeightedPool({ weights: THIRDS, balances })
const pairs = ({ ...first }: Pool) => [first, ...(first.siblings ?? [])]
const DEEP = { reserve0: 10n ** 24n, reserve1: 10n ** 24n }
/** Between the other two tokens, far deeper. */
const bridge = sampleV2Pool(DEEP, { tokens: [B, C], feeBps: 1 })

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

  it('leaves the smallest pools out where a route may have no more', () => {
    const small = sampleV2Pool({ reserve0: E18, reserve1: E18 }, { n: 4, tokens: [A, C], feeBps: 1 })
    const sale = { ...query([...pairs(weighted()), bridge, small]), amountIn: 100n * E18 }
    const { route } = findBestRoute(sale, { ...BUDGET, maxLegs: 3 })!
    expect(route.steps.filter(({ pool }) => pool.address === weighted().address)).toHaveLength(2)
    expect(findBestRoute(sale, BUDGET)!.route.steps).toHaveLength(4)
  })

  it('sells, and is bought from, more than one of its pairs can trade', () => {
    const all = query([...pairs(weighted()), bridge])
    const sale = findBestRoute({ ...all, amountIn: 350n * E18 }, BUDGET)!
    expect(executed(sale.route)).toEqual(sale.route.amountOut)
    expect(sale.bound).toBeGreaterThanOrEqual(Number(sale.route.amountOut))
    const { route } = findBestPurchase({ ...all, amountOut: 350n * E18 }, BUDGET)!
    expect(bought(route)).toEqual(route.amountIn)
    for (const pools of withOnePair) {
      expect(findBestRoute({ ...query(pools), amountIn: 350n * E18 }, BUDGET)).toBeUndefined()
      expect(findBestPurchase({ ...query(pools), amountOut: 350n * E18 }, BUDGET)).toBeUndefined()
    }
  })

  it.each([
    ['that are paid in the input', A, C, [bridge]],
    ['that make the output', B, A, [sampleV2Pool(DEEP, { n: 2, tokens: [B, C], feeBps: 1 })]],
    [
      'that are paid in one token, which is bought for each',
      D,
      C,
      [bridge, sampleV2Pool(DEEP, { n: 3, tokens: [D, A], feeBps: 1 })],
    ],
  ] as const)('is bought from in two pairs %s, where that costs less', (_, tokenIn, tokenOut, others) => {
    const amountOut = 100n * E18
    const ends = {
      tokenIn,
      tokenOut,
      via: [A, B, C].filter((token) => token !== tokenIn && token !== tokenOut),
    }
    const buy = (pools: readonly Pool[], gasPrice = 0n) =>
      findBestPurchase({ ...query(pools, gasPrice), ...ends, amountOut }, BUDGET)!
    const all = [...pairs(weighted()), ...others]
    const { route, bound } = buy(all)
    const used = route.steps.filter(({ pool }) => pool.address === weighted().address)
    expect(used).toHaveLength(2)
    expect(bought(route)).toEqual(route.amountIn)
    for (const { pool } of used) {
      const { route: single } = buy(all.filter((other) => other.tokens.join() !== pool.tokens.join()))
      expect(Number(single.amountIn) / Number(route.amountIn)).toBeGreaterThan(1.02)
    }
    expect(bound).toBeLessThanOrEqual(Number(route.amountIn))
    expect(buy(all, 10n ** 14n).route.steps.length).toBeLessThan(route.steps.length)
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
  const balances = [...START]
  const held = new Map<string, bigint>([[A, amountIn]])
  for (const { pool, zeroForOne, portion, tokenIn, tokenOut } of steps) {
    const has = held.get(tokenIn) ?? 0n
    const amount = portion === WHOLE_PORTION ? has : (has * portion) / WHOLE_PORTION
    const { amountOut } = poolNow(pool, balances).exactInput(zeroForOne, amount)!
    if (pool.address === weighted().address) move(balances, tokenIn, tokenOut, [amount, amountOut])
    held.set(tokenIn, has - amount)
    held.set(tokenOut, (held.get(tokenOut) ?? 0n) + amountOut)
  }
  return held.get(C) ?? 0n
}

/**
 * Returns the same for a purchase, as the executor runs it: it buys the cost of a step before the
 * step moves its pool.
 */
function bought({ steps, amountOut }: SwapPath): bigint {
  const backwards = steps.toReversed()
  const input = steps[0]!.tokenIn
  const needed = new Map<string, bigint>([[steps.at(-1)!.tokenOut, amountOut]])
  const balances = [...START]
  const others = new Map<string, Pool>()
  let spent = 0n
  let next = 0
  function buyNext(): void {
    const { pool, zeroForOne, portion, tokenIn, tokenOut } = backwards[next]!
    next += 1
    const needs = needed.get(tokenOut) ?? 0n
    const amount = portion === WHOLE_PORTION ? needs : (needs * portion) / WHOLE_PORTION
    needed.set(tokenOut, needs - amount)
    const ask = () => (others.get(pool.address) ?? poolNow(pool, balances)).exactOutput(zeroForOne, amount)!
    const { amountIn } = ask()
    if (tokenIn === input) spent += amountIn
    else needed.set(tokenIn, (needed.get(tokenIn) ?? 0n) + amountIn)
    while ((needed.get(tokenIn) ?? 0n) > 0n) buyNext()
    const swap = ask()
    // Nothing that was bought in between may have moved its price.
    expect(swap.amountIn).toBe(amountIn)
    if (pool.address === weighted().address) move(balances, tokenIn, tokenOut, [amountIn, amount])
    else others.set(pool.address, swap.after())
  }
  while (next < backwards.length) buyNext()
  return spent
}

function poolNow(pool: Pool, balances: readonly bigint[]): Pool {
  return pool.address === weighted().address
    ? pairs(weighted(balances)).find(({ tokens }) => tokens.join() === pool.tokens.join())!
    : pool
}

function move(
  balances: bigint[],
  tokenIn: string,
  tokenOut: string,
  [amountIn, amountOut]: readonly [bigint, bigint],
): void {
  const order: readonly string[] = [A, B, C]
  const place = (token: string) => order.indexOf(token)
  balances[place(tokenIn)]! += amountIn
  balances[place(tokenOut)]! -= amountOut
}
