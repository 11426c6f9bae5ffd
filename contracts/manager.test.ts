import { type Address, toFunctionSelector } from 'viem'
import { describe, expect, it } from 'vitest'
import { NATIVE_POOL, V4_POOL } from '../devnet/deployers/uniswap/deploy-manager.ts'
import { priceV2, quoteV2, V3_FEE } from '../devnet/deployers/uniswap/deploy-uniswap.ts'
import { NATIVE } from '../devnet/setup/test-chain.ts'
import { encodeBuy, encodeRoute, type Step, toPortion, v2, v3, v4, WHOLE } from './testing/route.ts'
import { setupMarket } from './testing/setup-market.ts'
import { UNIT } from './testing/start-market.ts'

const INPUT = 1_000n * UNIT + 7n
const GROSS = 10n * UNIT + 3n
/** Exceeds the cost of every purchase in this file. */
const BUDGET = 100n * UNIT
const market = setupMarket()

const managed = (from: Address, to: Address, options = {}) => v4(from, to, V4_POOL, options)
const native = (from: Address, to: Address, options = {}) => v4(from, to, NATIVE_POOL, options)

type Names = 'a' | 'b' | 'c' | 'weth'
type Pools = keyof typeof market.managedPools

const token = (name: Names | 'native') => (name === 'native' ? NATIVE : market.tokens[name])

async function fund(name: Names | 'native', amount: bigint) {
  const { trader } = market.accounts
  if (name === 'native') await market.client.setBalance({ address: trader, value: 2n * amount })
  else await market.fund(token(name), amount)
}

/** Sells INPUT along a route, and returns the gross output. */
async function sell(input: Names | 'native', output: Names | 'native', ...steps: Step[]) {
  await fund(input, INPUT)
  const order = { inputToken: token(input), outputToken: token(output), inputAmount: INPUT }
  const swapped = await market.swap(order, encodeRoute(...steps))
  expect(await market.heldByContracts()).toEqual([])
  expect(await market.openAllowances()).toEqual([])
  expect(swapped.inputSpent).toBe(INPUT)
  return swapped.outputReceived + swapped.treasuryPaid
}

/** Buys GROSS along a route, and returns the cost. */
async function buy(input: Names | 'native', output: Names | 'native', ...steps: Step[]) {
  await fund(input, BUDGET)
  const order = { inputToken: token(input), outputToken: token(output), inputAmount: BUDGET }
  const swapped = await market.swap(order, encodeBuy(GROSS, ...steps))
  expect(await market.heldByContracts()).toEqual([])
  expect(await market.openAllowances()).toEqual([])
  expect(swapped.outputReceived + swapped.treasuryPaid).toBe(GROSS)
  return swapped.inputSpent
}

const isForward = (pool: Pools, from: Names) =>
  pool === 'nativeA' ? from === 'weth' : token(from) === market.managedPools[pool].currency0

const quote = async (pool: Pools, from: Names, amount: bigint) =>
  (await market.trySwap(market.managedPools[pool], isForward(pool, from), -amount)).given
const price = async (pool: Pools, from: Names, amount: bigint) =>
  (await market.trySwap(market.managedPools[pool], isForward(pool, from), amount)).taken

describe('a pool of a V4 manager', () => {
  it.each([
    ['a', 'b'],
    ['b', 'a'],
  ] as const)('sells and buys %s for %s to the wei', async (from, to) => {
    const expected = [await quote('ab', from, INPUT), await price('ab', from, GROSS)]
    const step = managed(token(from), token(to))
    const id = await market.client.snapshot()
    const sold = await sell(from, to, step)
    await market.client.revert({ id })
    expect([sold, await buy(from, to, step)]).toEqual(expected)
  })

  it.each(['weth', 'native'] as const)('trades the native coin for %s', async (name) => {
    const { a, weth } = market.tokens
    const routes = [
      () => sell(name, 'a', native(weth, a)),
      () => sell('a', name, native(a, weth)),
      () => buy(name, 'a', native(weth, a)),
      () => buy('a', name, native(a, weth)),
    ]
    const expected = [
      await quote('nativeA', 'weth', INPUT),
      await quote('nativeA', 'a', INPUT),
      await price('nativeA', 'weth', GROSS),
      await price('nativeA', 'a', GROSS),
    ]
    for (const [i, trade] of routes.entries()) {
      const id = await market.client.snapshot()
      expect(await trade()).toBe(expected[i])
      await market.client.revert({ id })
    }
  })

  it('works at any position of a sale', async () => {
    const { a, b, c, weth } = market.tokens
    const two = await quote('bc', 'b', await quote('ab', 'a', INPUT))
    const intoPair = quoteV2(await quote('ab', 'a', INPUT))
    const fromPair = await quote('bc', 'b', quoteV2(INPUT))
    const nativeFirst = quoteV2(await quote('nativeA', 'weth', INPUT))
    const paths = [
      [two, () => sell('a', 'c', managed(a, b), managed(b, c))],
      [intoPair, () => sell('a', 'c', managed(a, b), v2(b, c))],
      [fromPair, () => sell('a', 'c', v2(a, b), managed(b, c))],
      [nativeFirst, () => sell('native', 'b', native(weth, a), v2(a, b))],
    ] as const
    for (const [expected, trade] of paths) {
      const id = await market.client.snapshot()
      expect(await trade()).toBe(expected)
      await market.client.revert({ id })
    }
    const half = { portion: toPortion(50) }
    const split = await sell('a', 'b', managed(a, b, half), v3(a, b, V3_FEE))
    expect(split).toBeGreaterThan(await quote('ab', 'a', INPUT))
  })

  it('works at any position of a purchase, and inside another of its steps', async () => {
    const { a, b, c, weth } = market.tokens
    const two = await price('ab', 'a', await price('bc', 'b', GROSS))
    const pairFirst = priceV2(await price('bc', 'b', GROSS))
    const pairLast = await price('ab', 'a', priceV2(GROSS))
    const inV3 = await price('ab', 'a', await market.priceV3(b, c, GROSS))
    const ofV3 = await market.priceV3(a, b, await price('bc', 'b', GROSS))
    const three = await price('nativeA', 'weth', two)
    const paths = [
      [two, () => buy('a', 'c', managed(a, b), managed(b, c))],
      [pairFirst, () => buy('a', 'c', v2(a, b), managed(b, c))],
      [pairLast, () => buy('a', 'c', managed(a, b), v2(b, c))],
      [inV3, () => buy('a', 'c', managed(a, b), v3(b, c, V3_FEE))],
      [ofV3, () => buy('a', 'c', v3(a, b, V3_FEE), managed(b, c))],
      [three, () => buy('native', 'c', native(weth, a), managed(a, b), managed(b, c))],
    ] as const
    for (const [expected, trade] of paths) {
      const id = await market.client.snapshot()
      expect(await trade()).toBe(expected)
      await market.client.revert({ id })
    }
    const half = { portion: toPortion(50) }
    const split = await buy('a', 'b', managed(a, b), v2(a, b, half))
    expect(split).toBeLessThan(await price('ab', 'a', GROSS))
  })

  it('buys from two pools of the same manager in sequence', async () => {
    const { a, b } = market.tokens
    const other = { fee: 500, tickSpacing: 10 }
    const key = await market.addManagedPool([a, b], other)
    const half = toPortion(50)
    const bought = (GROSS * half) / WHOLE
    const cheap = await market.trySwap(key, isForward('ab', 'a'), bought)
    const expected = cheap.taken + (await price('ab', 'a', GROSS - bought))
    expect(await buy('a', 'b', managed(a, b), v4(a, b, other, { portion: half }))).toBe(expected)
  })

  it('can trade the wrapper of the native coin as a token', async () => {
    const { c, weth } = market.tokens
    const key = await market.addManagedPool([c, weth])
    const there = await market.trySwap(key, key.currency0 === c, -INPUT)
    const back = await market.trySwap(key, key.currency0 !== c, -INPUT)
    const id = await market.client.snapshot()
    expect(await sell('c', 'native', managed(c, weth))).toBe(there.given)
    await market.client.revert({ id })
    expect(await sell('native', 'c', managed(weth, c))).toBe(back.given)
  })

  it('sends no transfer for dust, because some tokens reject a transfer of zero', async () => {
    const { a } = market.tokens
    const strict = await market.deploy('ZeroRefusingToken')
    await market.addManagedPool([a, strict])
    await market.addV2Pair(a, strict)
    const inputAmount = 2n ** 64n
    await market.fund(a, inputAmount)
    const trade = { inputToken: a, outputToken: strict, inputAmount }
    const swapped = await market.swap(trade, encodeRoute(managed(a, strict, { portion: 1n }), v2(a, strict)))
    expect(swapped.inputSpent).toBe(inputAmount)
  })

  it('takes no more than it can use, and the rest is refunded', async () => {
    const { a, b } = market.tokens
    const huge = 10_000_000n * UNIT
    const { taken, given } = await market.trySwap(market.managedPools.ab, isForward('ab', 'a'), -huge)
    await market.fund(a, huge)
    const swapped = await market.swap(
      { inputToken: a, outputToken: b, inputAmount: huge },
      encodeRoute(managed(a, b)),
    )
    expect(taken).toBeLessThan(huge)
    expect(swapped.inputSpent).toBe(taken)
    expect(swapped.outputReceived + swapped.treasuryPaid).toBe(given)
    expect(await market.balanceOf(a, market.accounts.trader)).toBe(huge - taken)
    expect(await market.heldByContracts()).toEqual([])
  })

  it('includes the protocol fee of its manager, which differs by direction', async () => {
    const { a, b } = market.tokens
    const { abi, address } = market.managerContract
    await market.write(address, abi, 'setProtocolFeeController', [market.accounts.deployer])
    const before = await quote('ab', 'a', INPUT)
    await market.write(address, abi, 'setProtocolFee', [market.managedPools.ab, (1000 << 12) | 300])
    const [there, back] = [await quote('ab', 'a', INPUT), await quote('ab', 'b', INPUT)]
    expect(new Set([before, there, back]).size).toBe(3)
    const id = await market.client.snapshot()
    expect(await sell('a', 'b', managed(a, b))).toBe(there)
    await market.client.revert({ id })
    expect(await sell('b', 'a', managed(b, a))).toBe(back)
  })

  it.each([
    ['a pool that does not exist', { fee: 100, tickSpacing: 1 }, 'PoolNotInitialized()'],
    ['a tick spacing without a pool', { fee: 3000, tickSpacing: 0 }, 'PoolNotInitialized()'],
    ['a native flag for tokens that are not native', { ...V4_POOL, isNative: true }, undefined],
  ])(
    'rejects an unknown pool, and ignores a native flag without effect: %s',
    async (_, parameters, error) => {
      const { a, b } = market.tokens
      await market.fund(a, INPUT)
      const trade = { inputToken: a, outputToken: b, inputAmount: INPUT }
      for (const route of [encodeRoute(v4(a, b, parameters)), encodeBuy(GROSS, v4(a, b, parameters))]) {
        const result = market.tryOut(trade, route)
        // The native flag has no effect on tokens that are not the wrapper.
        if (error) await expect(result).rejects.toThrow(toFunctionSelector(error))
        else expect(await result).toBeGreaterThan(0n)
      }
    },
  )
})
