import { type Address, encodeAbiParameters, encodeFunctionData, type Hex, parseAbiParameters } from 'viem'
import { describe, expect, it } from 'vitest'
import { executorAbi } from '../src/abi/settlement.ts'
import { priceV2, quoteV2, V3_FEE } from './testing/deploy-protocols.ts'
import { NOT_POOL } from './testing/hostile-calls.ts'
import { algebra, encodeBuy, encodeRoute, SOURCE, type Step, toPortion, v2, v3 } from './testing/route.ts'
import { setupMarket } from './testing/setup-market.ts'
import { UNIT } from './testing/start-market.ts'
import { watchBalances } from './testing/watch-balances.ts'

const INPUT = 1_000n * UNIT + 7n
const GROSS = 10n * UNIT + 3n
/** More than any purchase here costs. */
const BUDGET = 100n * UNIT
const market = setupMarket()

type Names = 'a' | 'b' | 'c'

/** Sells INPUT along a route, and returns the gross output. */
async function sell(input: Names, output: Names, ...steps: Step[]) {
  const [inputToken, outputToken] = [market.tokens[input], market.tokens[output]]
  await market.fund(inputToken, INPUT)
  const swapped = await market.swap({ inputToken, outputToken, inputAmount: INPUT }, encodeRoute(...steps))
  expect(await market.heldByContracts()).toEqual([])
  expect(swapped.inputSpent).toBe(INPUT)
  return swapped.outputReceived + swapped.treasuryPaid
}

/** Buys GROSS along a route, and returns what that cost. */
async function buy(input: Names, output: Names, ...steps: Step[]) {
  const [inputToken, outputToken] = [market.tokens[input], market.tokens[output]]
  await market.fund(inputToken, BUDGET)
  const terms = { inputToken, outputToken, inputAmount: BUDGET }
  const swapped = await market.swap(terms, encodeBuy(GROSS, ...steps))
  expect(await market.heldByContracts()).toEqual([])
  expect(swapped.outputReceived + swapped.treasuryPaid).toBe(GROSS)
  return swapped.inputSpent
}

async function ask(pool: 'ab' | 'bc', from: Names, amount: bigint) {
  const other = pool === 'ab' ? (from === 'a' ? 'b' : 'a') : from === 'b' ? 'c' : 'b'
  const isForward = market.tokens[from].toLowerCase() < market.tokens[other].toLowerCase()
  return market.algebra.askPool(market.algebra.pools[pool], isForward, amount)
}
const quote = async (pool: 'ab' | 'bc', from: Names, amount: bigint) => (await ask(pool, from, amount)).given
const price = async (pool: 'ab' | 'bc', from: Names, amount: bigint) => (await ask(pool, from, -amount)).taken

describe('a pool of Algebra Integral', () => {
  it.each([
    ['a', 'b'],
    ['b', 'a'],
  ] as const)('sells and buys %s for %s to the wei', async (from, to) => {
    const expected = [await quote('ab', from, INPUT), await price('ab', from, GROSS)]
    const step = algebra(market.tokens[from], market.tokens[to])
    const id = await market.client.snapshot()
    const sold = await sell(from, to, step)
    await market.client.revert({ id })
    expect([sold, await buy(from, to, step)]).toEqual(expected)
  })

  it('comes anywhere in a path, and shares a trade with others', async () => {
    const { a, b, c } = market.tokens
    const half = { portion: toPortion(50) }
    const split = (INPUT * half.portion) / (2n ** 64n - 1n)
    const cases = [
      [
        await quote('bc', 'b', await quote('ab', 'a', INPUT)),
        () => sell('a', 'c', algebra(a, b), algebra(b, c)),
      ],
      [quoteV2(await quote('ab', 'a', INPUT)), () => sell('a', 'c', algebra(a, b), v2(b, c))],
      [await quote('bc', 'b', quoteV2(INPUT)), () => sell('a', 'c', v2(a, b), algebra(b, c))],
      [
        (await quote('ab', 'a', split)) + (await market.quoteV3(a, b, INPUT - split)),
        () => sell('a', 'b', algebra(a, b, half), v3(a, b, V3_FEE)),
      ],
      [
        await price('ab', 'a', await price('bc', 'b', GROSS)),
        () => buy('a', 'c', algebra(a, b), algebra(b, c)),
      ],
      [await price('ab', 'a', priceV2(GROSS)), () => buy('a', 'c', algebra(a, b), v2(b, c))],
      [
        await market.priceV3(a, b, await price('bc', 'b', GROSS)),
        () => buy('a', 'c', v3(a, b, V3_FEE), algebra(b, c)),
      ],
    ] as const
    for (const [expected, trade] of cases) {
      const id = await market.client.snapshot()
      expect(await trade()).toBe(expected)
      await market.client.revert({ id })
    }
  })
})

describe('the callback of Algebra Integral', () => {
  const call = (source: number, tokenIn: Address, tokenOut: Address): Hex =>
    encodeFunctionData({
      abi: executorAbi,
      functionName: 'algebraSwapCallback',
      args: [
        INPUT,
        INPUT,
        encodeAbiParameters(parseAbiParameters('uint8, address, address, uint24'), [
          source,
          tokenIn,
          tokenOut,
          0,
        ]),
      ],
    })

  it('pays no pool of another maker, none for another pair, and nobody else', async () => {
    const { a, b, c } = market.tokens
    for (const token of [a, b, c]) await market.mint(token, market.executor, INPUT)
    const changes = await watchBalances(market, { tokens: { a, b, c } })
    // Made by the same code for the same tokens, as anybody can.
    const twin = await (await market.algebra.deployTwin()).addAlgebraPool(a, b)
    const callers: [string, Address, Hex][] = [
      ['a twin of a pool', twin, call(SOURCE.algebra, a, b)],
      ['the pool of another pair', market.algebra.pools.bc, call(SOURCE.algebra, a, b)],
      ['a pool as one of Uniswap', market.algebra.pools.ab, call(SOURCE.v3, a, b)],
      ['the factory', market.algebra.factory, call(SOURCE.algebra, a, b)],
      ['the maker of pools', market.algebra.source.factory, call(SOURCE.algebra, a, b)],
      ['a stranger', market.accounts.stranger, call(SOURCE.algebra, a, b)],
    ]
    for (const [who, account, data] of callers) {
      const attempt = market.client.call({ account, to: market.executor, data })
      await expect(attempt, who).rejects.toThrow(NOT_POOL)
    }
    const other = call(SOURCE.v2, a, b)
    const attempt = market.client.call({ account: market.algebra.pools.ab, to: market.executor, data: other })
    await expect(attempt).rejects.toThrow()
    expect(await changes()).toEqual({})
  })

  it('finds no pool where the source has none', async () => {
    const { a, c } = market.tokens
    await market.fund(a, INPUT)
    const trade = { inputToken: a, outputToken: c, inputAmount: INPUT }
    await expect(market.swap(trade, encodeRoute(algebra(a, c)))).rejects.toThrow()
  })
})
