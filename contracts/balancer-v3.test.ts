import { type Address, parseAbi } from 'viem'
import { describe, expect, it } from 'vitest'
import { NATIVE_POOL, V4_POOL } from '../devnet/deployers/uniswap/deploy-manager.ts'
import { priceV2, quoteV2, V3_FEE } from '../devnet/deployers/uniswap/deploy-uniswap.ts'
import {
  balancerV3,
  deposit,
  encodeBuy,
  encodeRoute,
  redeem,
  type Step,
  toPortion,
  v2,
  v3,
  v4,
  WHOLE,
} from './testing/route.ts'
import { setupMarket } from './testing/setup-market.ts'
import { UNIT } from './testing/start-market.ts'

const INPUT = 1_000n * UNIT + 7n
const GROSS = 10n * UNIT + 3n
/** Exceeds the cost of every purchase in this file. */
const BUDGET = 100n * UNIT
const vaultAbi = parseAbi([
  'function previewMint(uint256) view returns (uint256)',
  'function previewWithdraw(uint256) view returns (uint256)',
])
const EXACT_IN = 0
const EXACT_OUT = 1

const market = setupMarket({ hasBalancerV3: true })

type Pair = readonly [Address, Address]
type Pool = 'stable' | 'weighted'

const poolOf = (pool: Pool) => market.getBalancerV3().pools[pool]
const stable = (from: Address, to: Address, options = {}) => balancerV3(from, to, poolOf('stable'), options)
const weighted = (from: Address, to: Address, options = {}) =>
  balancerV3(from, to, poolOf('weighted'), options)
const managed = (from: Address, to: Address) => v4(from, to, V4_POOL)

/** Sells INPUT along a route, and returns the gross output. */
async function sell([inputToken, outputToken]: Pair, ...steps: Step[]) {
  await market.fund(inputToken, INPUT)
  const swapped = await market.swap({ inputToken, outputToken, inputAmount: INPUT }, encodeRoute(...steps))
  expect(await market.heldByContracts()).toEqual([])
  expect(swapped.inputSpent).toBe(INPUT)
  return swapped.outputReceived + swapped.treasuryPaid
}

/** Buys GROSS along a route, and returns the cost. */
async function buy([inputToken, outputToken]: Pair, ...steps: Step[]) {
  await market.fund(inputToken, BUDGET)
  const trade = { inputToken, outputToken, inputAmount: BUDGET }
  const swapped = await market.swap(trade, encodeBuy(GROSS, ...steps))
  expect(await market.heldByContracts()).toEqual([])
  expect(swapped.outputReceived + swapped.treasuryPaid).toBe(GROSS)
  return swapped.inputSpent
}

/** Output and input of a swap according to the vault. */
async function quote(pool: Address, [tokenIn, tokenOut]: Pair, amount: bigint) {
  const { hand, trySwap } = market.getBalancerV3()
  await market.mint(tokenIn, hand, amount)
  return (await trySwap(EXACT_IN, { pool, tokenIn, tokenOut, amount })).given
}
async function price(pool: Address, [tokenIn, tokenOut]: Pair, amount: bigint) {
  const { hand, trySwap } = market.getBalancerV3()
  await market.mint(tokenIn, hand, BUDGET)
  return (await trySwap(EXACT_OUT, { pool, tokenIn, tokenOut, amount })).taken
}

const isForward = (pool: keyof typeof market.managedPools, from: Address) =>
  market.managedPools[pool].currency0 === from
const managedQuote = async (pool: 'ab' | 'bc', from: Address, amount: bigint) =>
  (await market.trySwap(market.managedPools[pool], isForward(pool, from), -amount)).given
const managedPrice = async (pool: 'ab' | 'bc', from: Address, amount: bigint) =>
  (await market.trySwap(market.managedPools[pool], isForward(pool, from), amount)).taken

async function expectEach(trades: readonly (readonly [bigint, () => Promise<bigint>])[]) {
  for (const [expected, trade] of trades) {
    const id = await market.client.snapshot()
    expect(await trade()).toBe(expected)
    await market.client.revert({ id })
  }
}

describe('a pool of a Balancer V3 vault', () => {
  it('sells and buys to the wei, in both directions', async () => {
    const { a, b, c, usdt } = market.tokens
    const trades = [
      ['stable', [a, b]],
      ['stable', [b, a]],
      ['weighted', [a, c]],
      ['weighted', [c, a]],
      ['weighted', [usdt, c]],
    ] as const
    for (const [name, pair] of trades) {
      const step = balancerV3(...pair, poolOf(name))
      await expectEach([
        [await quote(poolOf(name), pair, INPUT), () => sell(pair, step)],
        [await price(poolOf(name), pair, GROSS), () => buy(pair, step)],
      ])
    }
  })

  it('works at any position of a sale', async () => {
    const { a, b, c } = market.tokens
    const [pool, three] = [poolOf('stable'), poolOf('weighted')]
    const intoPair = quoteV2(await quote(pool, [a, b], INPUT))
    const two = await quote(three, [a, c], await quote(pool, [b, a], INPUT))
    const fromManager = await quote(three, [a, c], await managedQuote('ab', b, INPUT))
    await expectEach([
      [intoPair, () => sell([a, c], stable(a, b), v2(b, c))],
      [two, () => sell([b, c], stable(b, a), weighted(a, c))],
      [fromManager, () => sell([b, c], managed(b, a), weighted(a, c))],
    ])
    const portion = toPortion(50)
    const half = (INPUT * portion) / WHOLE
    const rest = quoteV2(await quote(pool, [a, b], INPUT - half))
    const both = (await quote(three, [a, c], half)) + rest
    const split = [weighted(a, c, { portion }), stable(a, b), v2(b, c)]
    expect(await sell([a, c], ...split)).toBe(both)
  })

  it('works at any position of a purchase, inside another of its steps, and around and inside a V4 manager', async () => {
    const { a, b, c, usdt, weth } = market.tokens
    const [pool, three] = [poolOf('stable'), poolOf('weighted')]
    const aroundPair = await price(pool, [a, b], priceV2(GROSS))
    const inV3 = await price(pool, [a, b], await market.priceV3(b, c, GROSS))
    const two = await price(pool, [b, a], await price(three, [a, c], GROSS))
    const ofManager = await managedPrice('ab', b, await price(three, [a, c], GROSS))
    const around = await price(
      pool,
      [a, b],
      await managedPrice('bc', b, await price(three, [c, usdt], GROSS)),
    )
    const bought = await price(three, [a, c], await managedPrice('bc', c, GROSS))
    const inside = (await market.trySwap(market.managedPools.nativeA, true, bought)).taken
    const native = (from: Address, to: Address) => v4(from, to, NATIVE_POOL)
    await expectEach([
      [aroundPair, () => buy([a, c], stable(a, b), v2(b, c))],
      [inV3, () => buy([a, c], stable(a, b), v3(b, c, V3_FEE))],
      [two, () => buy([b, c], stable(b, a), weighted(a, c))],
      [ofManager, () => buy([b, c], managed(b, a), weighted(a, c))],
      [around, () => buy([a, usdt], stable(a, b), managed(b, c), weighted(c, usdt))],
      [inside, () => buy([weth, b], native(weth, a), weighted(a, c), managed(c, b))],
    ])
  })

  it('enters and leaves pools of vault shares through the vault, as boosted pools require', async () => {
    const { a, b } = market.tokens
    const { vB } = market.conversions.tokens
    const pool = await market.getBalancerV3().addStablePool([{ token: a }, { token: vB }])
    const there = [deposit(b, vB), balancerV3(vB, a, pool)]
    const back = [balancerV3(a, vB, pool), redeem(vB, b)]
    const preview = (functionName: 'previewMint' | 'previewWithdraw', amount: bigint) =>
      market.client.readContract({ address: vB, abi: vaultAbi, functionName, args: [amount] })
    const id = await market.client.snapshot()
    const expected = await preview('previewMint', await price(pool, [vB, a], GROSS))
    const expectedBack = await price(pool, [a, vB], await preview('previewWithdraw', GROSS))
    await market.client.revert({ id })
    await expectEach([
      [expected, () => buy([b, a], ...there)],
      [expectedBack, () => buy([a, b], ...back)],
    ])
    expect(await sell([b, a], ...there)).toBeGreaterThan(0n)
    expect(await sell([a, b], ...back)).toBeGreaterThan(0n)
    expect(await market.openAllowances()).toEqual([])
  })

  it.each([
    ['an unknown pool', (): Address => market.pairs.ab],
    ['an address without code', (): Address => market.accounts.stranger],
  ])('rejects %s', async (_, pool) => {
    const { a, b } = market.tokens
    await market.fund(a, INPUT)
    const trade = { inputToken: a, outputToken: b, inputAmount: INPUT }
    const step = balancerV3(a, b, pool())
    for (const route of [encodeRoute(step), encodeBuy(GROSS, step)]) {
      await expect(market.tryOut(trade, route)).rejects.toThrow()
    }
  })

  it('rejects dust, as its vault does', async () => {
    const { a, b } = market.tokens
    await market.fund(a, INPUT)
    const trade = { inputToken: a, outputToken: b, inputAmount: 999_999n }
    await expect(market.tryOut(trade, encodeRoute(stable(a, b)))).rejects.toThrow()
    const enough = { ...trade, inputAmount: 2_000_000n }
    expect(await market.tryOut(enough, encodeRoute(stable(a, b)))).toBeGreaterThan(0n)
  })
})
