import { type Address, encodeAbiParameters, encodeFunctionData, type Hex, parseAbiParameters } from 'viem'
import { describe, expect, it } from 'vitest'
import { PANCAKE_FEE } from '../devnet/deployers/uniswap/deploy-pancake.ts'
import { SLIPSTREAM_SPACING } from '../devnet/deployers/uniswap/deploy-slipstream.ts'
import { priceV2, quoteV2, V3_FEE } from '../devnet/deployers/uniswap/deploy-uniswap.ts'
import { executorAbi } from '../wire/abi/settlement.ts'
import { NOT_POOL } from './testing/hostile-calls.ts'
import {
  algebra,
  algebraV1,
  encodeBuy,
  encodeRoute,
  SOURCE,
  type Step,
  slipstream,
  toPortion,
  v2,
  v3,
} from './testing/route.ts'
import { setupMarket } from './testing/setup-market.ts'
import { UNIT } from './testing/start-market.ts'
import { watchBalances } from './testing/watch-balances.ts'

const INPUT = 1_000n * UNIT + 7n
const GROSS = 10n * UNIT + 3n
/** Exceeds the cost of every purchase in this file. */
const BUDGET = 100n * UNIT
const market = setupMarket()

type Names = 'a' | 'b' | 'c'

/** Protocols whose pools are Uniswap V3 pools with other callbacks or deployers. */
const FORKS = [
  {
    protocol: 'PancakeSwap V3',
    key: 'pancake',
    fee: PANCAKE_FEE,
    step: (from: Address, to: Address, options = {}) =>
      v3(from, to, PANCAKE_FEE, { source: SOURCE.pancake, ...options }),
    callback: 'pancakeV3SwapCallback',
    addTwin: async (a: Address, b: Address) => (await market.pancake.deployTwin()).addPancakePool(a, b),
  },
  {
    protocol: 'Algebra Integral',
    key: 'algebra',
    fee: 0,
    step: algebra,
    callback: 'algebraSwapCallback',
    addTwin: async (a: Address, b: Address) => (await market.algebra.deployTwin()).addAlgebraPool(a, b),
  },
  {
    protocol: 'Algebra V1',
    key: 'algebraV1',
    fee: 0,
    step: algebraV1,
    callback: 'algebraSwapCallback',
    addTwin: async (a: Address, b: Address) => (await market.algebraV1.deployTwin()).addAlgebraPool(a, b),
  },
  {
    protocol: 'Slipstream',
    key: 'slipstream',
    fee: SLIPSTREAM_SPACING,
    step: slipstream,
    callback: 'uniswapV3SwapCallback',
    addTwin: async (a: Address, b: Address) => (await market.slipstream.deployTwin()).addSlipstreamPool(a, b),
  },
] as const

/** Sells INPUT along a route, and returns the gross output. */
async function sell(input: Names, output: Names, ...steps: Step[]) {
  const [inputToken, outputToken] = [market.tokens[input], market.tokens[output]]
  await market.fund(inputToken, INPUT)
  const swapped = await market.swap({ inputToken, outputToken, inputAmount: INPUT }, encodeRoute(...steps))
  expect(await market.heldByContracts()).toEqual([])
  expect(swapped.inputSpent).toBe(INPUT)
  return swapped.outputReceived + swapped.treasuryPaid
}

/** Buys GROSS along a route, and returns the cost. */
async function buy(input: Names, output: Names, ...steps: Step[]) {
  const [inputToken, outputToken] = [market.tokens[input], market.tokens[output]]
  await market.fund(inputToken, BUDGET)
  const order = { inputToken, outputToken, inputAmount: BUDGET }
  const swapped = await market.swap(order, encodeBuy(GROSS, ...steps))
  expect(await market.heldByContracts()).toEqual([])
  expect(swapped.outputReceived + swapped.treasuryPaid).toBe(GROSS)
  return swapped.inputSpent
}

describe.each(FORKS)('a pool of $protocol', ({ key, step }) => {
  async function ask(pool: 'ab' | 'bc', from: Names, amount: bigint) {
    const other = pool === 'ab' ? (from === 'a' ? 'b' : 'a') : from === 'b' ? 'c' : 'b'
    const isForward = market.tokens[from].toLowerCase() < market.tokens[other].toLowerCase()
    return market[key].askPool(market[key].pools[pool], isForward, amount)
  }
  const quote = async (pool: 'ab' | 'bc', from: Names, amount: bigint) =>
    (await ask(pool, from, amount)).given
  const price = async (pool: 'ab' | 'bc', from: Names, amount: bigint) =>
    (await ask(pool, from, -amount)).taken

  it.each([
    ['a', 'b'],
    ['b', 'a'],
  ] as const)('sells and buys %s for %s to the wei', async (from, to) => {
    const expected = [await quote('ab', from, INPUT), await price('ab', from, GROSS)]
    const hop = step(market.tokens[from], market.tokens[to])
    const id = await market.client.snapshot()
    const sold = await sell(from, to, hop)
    await market.client.revert({ id })
    expect([sold, await buy(from, to, hop)]).toEqual(expected)
  })

  it('works at any position of a path, and shares a trade with others', async () => {
    const { a, b, c } = market.tokens
    const half = { portion: toPortion(50) }
    const split = (INPUT * half.portion) / (2n ** 64n - 1n)
    const cases = [
      [await quote('bc', 'b', await quote('ab', 'a', INPUT)), () => sell('a', 'c', step(a, b), step(b, c))],
      [quoteV2(await quote('ab', 'a', INPUT)), () => sell('a', 'c', step(a, b), v2(b, c))],
      [await quote('bc', 'b', quoteV2(INPUT)), () => sell('a', 'c', v2(a, b), step(b, c))],
      [
        (await quote('ab', 'a', split)) + (await market.quoteV3(a, b, INPUT - split)),
        () => sell('a', 'b', step(a, b, half), v3(a, b, V3_FEE)),
      ],
      [await price('ab', 'a', await price('bc', 'b', GROSS)), () => buy('a', 'c', step(a, b), step(b, c))],
      [await price('ab', 'a', priceV2(GROSS)), () => buy('a', 'c', step(a, b), v2(b, c))],
      [
        await market.priceV3(a, b, await price('bc', 'b', GROSS)),
        () => buy('a', 'c', v3(a, b, V3_FEE), step(b, c)),
      ],
    ] as const
    for (const [expected, trade] of cases) {
      const id = await market.client.snapshot()
      expect(await trade()).toBe(expected)
      await market.client.revert({ id })
    }
  })
})

describe.each(FORKS)('the callback of $protocol', ({ key, step, callback, fee, addTwin }) => {
  const source = SOURCE[key]
  const call = (of: number, tokenIn: Address, tokenOut: Address, feeTier: number = fee): Hex =>
    encodeFunctionData({
      abi: executorAbi,
      functionName: callback,
      args: [
        INPUT,
        INPUT,
        encodeAbiParameters(parseAbiParameters('uint8, address, address, uint24'), [
          of,
          tokenIn,
          tokenOut,
          feeTier,
        ]),
      ],
    })

  it('pays no pool of another deployer, none for another pair, and no other account', async () => {
    const { a, b, c } = market.tokens
    for (const token of [a, b, c]) await market.mint(token, market.executor, INPUT)
    const changes = await watchBalances(market, { tokens: { a, b, c } })
    // A twin has the same code and tokens; anyone can create one.
    const twin = await addTwin(a, b)
    const callers: (readonly [string, Address, Hex])[] = [
      ['a twin of a pool', twin, call(source, a, b)],
      ['the pool of another pair', market[key].pools.bc, call(source, a, b)],
      // Algebra pools have no fee tier in their address.
      ...(fee ? [['a pool of another fee', market[key].pools.ab, call(source, a, b, 500)] as const] : []),
      ['a pool as one of Uniswap', market[key].pools.ab, call(SOURCE.v3, a, b)],
      ['the factory', market[key].factory, call(source, a, b)],
      ['the pool deployer', market[key].source.factory, call(source, a, b)],
      ['a stranger', market.accounts.stranger, call(source, a, b)],
    ]
    for (const [who, account, data] of callers) {
      const attempt = market.client.call({ account, to: market.executor, data })
      await expect(attempt, who).rejects.toThrow(NOT_POOL)
    }
    const other = call(SOURCE.v2, a, b)
    const attempt = market.client.call({ account: market[key].pools.ab, to: market.executor, data: other })
    await expect(attempt).rejects.toThrow()
    expect(await changes()).toEqual({})
  })

  it('finds no pool if the source has none with these parameters', async () => {
    const { a, c } = market.tokens
    await market.fund(a, INPUT)
    const trade = { inputToken: a, outputToken: c, inputAmount: INPUT }
    await expect(market.swap(trade, encodeRoute(step(a, c)))).rejects.toThrow()
  })
})
