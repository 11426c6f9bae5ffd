import { type Address, numberToHex, toFunctionSelector } from 'viem'
import { beforeAll, describe, expect, it } from 'vitest'
import { arm, attempt, REENTERED, swapCall } from '../../../contracts/testing/hostile-calls.ts'
import {
  deployLyingStablePool,
  expectFewRounds,
  expectLiesToFail,
  expectNoCallback,
  expectTakesNoMore,
} from '../../../contracts/testing/lying-stable-pool.ts'
import {
  encodeBuy,
  encodeRoute,
  SOURCE,
  type Step,
  stableswap,
  toPortion,
  v2,
} from '../../../contracts/testing/route.ts'
import { setupMarket } from '../../../contracts/testing/setup-market.ts'
import { UNIT } from '../../../contracts/testing/start-market.ts'
import { withSnapshot } from '../../../contracts/testing/with-snapshot.ts'
import { withSources } from '../../../contracts/testing/with-sources.ts'
import { loadArtifacts } from '../../../devnet/bytecode/artifacts.ts'
import { STABLESWAP_SCALES } from '../../../devnet/deployers/curve/deploy-stableswap.ts'
import { priceV2, quoteV2 } from '../../../devnet/deployers/uniswap/deploy-uniswap.ts'
import { trusted } from '../../../devnet/setup/test-source.ts'
import { decodeAggregate, encodeAggregate } from '../../chain/rpc/aggregate-codec.ts'
import type { BlockReader } from '../core/module.ts'
import type { Pool } from '../core/pool.ts'
import { expectTradesAsQuoted } from '../testing/expect-trades-as-quoted.ts'
import { createStableswapModule } from './stableswap-module.ts'

const INPUT = 1_000n * UNIT + 7n
const GROSS = 10n * UNIT + 3n
/** Exceeds the cost of every purchase in this file. */
const BUDGET = 100n * UNIT
/** `npm test` runs the first draws of `npm run proof fuzz`. */
const QUOTES = process.env.SLUICE_FUZZ === 'all' ? 800 : 25
const WRONG_TOKEN = toFunctionSelector('WrongToken(address)')
const UNKNOWN_SOURCE = toFunctionSelector('UnknownSource(uint8)')
/** Indexes of the sources, after the sources that every settlement of `withSources` has. */
const FIRST = 3
const { multicall3 } = loadArtifacts()
const market = setupMarket()

type Trader = Pick<typeof market, 'fund' | 'swap'>
type Trade = { inputToken: Address; outputToken: Address; amount: bigint }

const read: BlockReader = async (calls) => {
  const { data = '0x' } = await market.client.call({ to: multicall3.address, data: encodeAggregate(calls) })
  return decodeAggregate(data, calls.length)
}

beforeAll(() => market.client.setCode({ address: multicall3.address, bytecode: multicall3.runtimeCode }))

const createModule = (pool: Address, index = SOURCE.stableswap) =>
  createStableswapModule(
    { kind: 'stableswap', index, module: 'curve', name: 'Curve', factory: pool },
    multicall3.address,
  )

async function sample(pool: Address, index?: number): Promise<Pool | undefined> {
  return (await createModule(pool, index).sample(read))[0]
}

/** Sells an amount along a route, and returns the gross output. */
async function sell({ inputToken, outputToken, amount }: Trade, steps: Step[], trader: Trader = market) {
  await trader.fund(inputToken, amount)
  const trade = { inputToken, outputToken, inputAmount: amount }
  const swapped = await trader.swap(trade, encodeRoute(...steps))
  expect(await market.heldByContracts()).toEqual([])
  return swapped.outputReceived + swapped.treasuryPaid
}

/** Buys an amount along a route, and returns the cost and the gross output. */
async function buy(order: Trade & { most: bigint }, steps: Step[], trader: Trader = market) {
  const { inputToken, outputToken, amount, most } = order
  await trader.fund(inputToken, most)
  const trade = { inputToken, outputToken, inputAmount: most }
  const swapped = await trader.swap(trade, encodeBuy(amount, ...steps))
  expect(await market.heldByContracts()).toEqual([])
  return { cost: swapped.inputSpent, gross: swapped.outputReceived + swapped.treasuryPaid }
}

const deployCoarse = async () =>
  [await market.deploy('CoarseToken'), await market.deploy('CoarseToken')] as const

describe('a StableSwap pool', () => {
  it(`trades as quoted to the wei, ${QUOTES} times in all sizes, both ways, and ends in the predicted state`, async () => {
    const { pool, coins, setParameters } = market.stablePool
    await setParameters(256n, 4_000_000n)
    const module = createModule(pool)
    async function thenNothingLeft<Result>(trade: Promise<Result>): Promise<Result> {
      const result = await trade
      for (const coin of coins) {
        expect(await market.allowanceOf(coin, market.executor, pool)).toBe(0n)
        expect(await market.balanceOf(coin, market.executor)).toBe(0n)
      }
      return result
    }
    const traded = await expectTradesAsQuoted(
      {
        sell: (order, ...steps) => thenNothingLeft(sell(order, steps)),
        buy: (order, ...steps) => thenNothingLeft(buy(order, steps)),
      },
      { load: async () => (await module.sample(read))[0], coins: 4, trades: QUOTES, seed: 21 },
    )
    expect(traded).toBeGreaterThan(QUOTES * 0.9)
  })

  it('can be before or after other steps, and shares its input with them', async () => {
    const { a, b, c } = market.tokens
    const pool = stableswap(a, b, [0, 3])
    const whole = { inputToken: a, outputToken: c, amount: INPUT }
    const first = await withSnapshot(market, () => sell(whole, [pool, v2(b, c)]))
    const back = { inputToken: c, outputToken: a, amount: INPUT }
    const last = await withSnapshot(market, () => sell(back, [v2(c, b), stableswap(b, a, [3, 0])]))
    const part = { ...pool, portion: toPortion(50) }
    const split = await withSnapshot(market, () => sell({ ...whole, outputToken: b }, [part, v2(a, b)]))
    for (const out of [first, last]) expect(out).toBeGreaterThan(quoteV2(INPUT) - INPUT / 500n)
    expect(split).toBeGreaterThan(quoteV2(INPUT))

    const wanted = { inputToken: a, outputToken: c, amount: GROSS, most: BUDGET }
    const before = await withSnapshot(market, () => buy(wanted, [pool, v2(b, c)]))
    const reverse = { ...wanted, inputToken: c, outputToken: a }
    const after = await withSnapshot(market, () => buy(reverse, [v2(c, b), stableswap(b, a, [3, 0])]))
    for (const { cost } of [before, after]) expect(cost).toBeLessThan(priceV2(GROSS) + GROSS / 500n)
    expect(before.gross).toBe(GROSS)
  })

  it('pays the next pool of a purchase its price, and leaves the surplus of a coarse coin to the trader', async () => {
    const { b, c } = market.tokens
    const [, coarse] = market.stablePool.coins
    const { bc } = market.pairs
    const { trader } = market.accounts
    const [paired, owned] = [await market.balanceOf(b, bc), await market.balanceOf(b, trader)]
    const most = BUDGET / STABLESWAP_SCALES[1]
    const steps = [stableswap(coarse, b, [1, 3]), v2(b, c)]
    const { gross } = await buy({ inputToken: coarse, outputToken: c, amount: GROSS, most }, steps)
    expect(gross).toBe(GROSS)
    expect((await market.balanceOf(b, bc)) - paired).toBe(priceV2(GROSS))
    const beyond = (await market.balanceOf(b, trader)) - owned
    expect(beyond).toBeGreaterThan(0n)
    expect(beyond).toBeLessThan(2n * STABLESWAP_SCALES[1])
  })

  it('is rejected if the step names another source, another coin, or no indexes', async () => {
    const { a, b, c } = market.tokens
    await market.fund(a, INPUT)
    const right = stableswap(a, b, [0, 3])
    const attempts: [Step, string][] = [
      [{ ...right, source: SOURCE.v2 }, UNKNOWN_SOURCE],
      [{ ...right, source: SOURCE.vault }, UNKNOWN_SOURCE],
      [v2(a, b, { source: SOURCE.stableswap }), UNKNOWN_SOURCE],
      [stableswap(a, c, [0, 3]), WRONG_TOKEN],
      [stableswap(a, b, [3, 0]), 'reverted'],
      [stableswap(a, b, [0, 0]), 'reverted'],
      [stableswap(a, b, [0, 4]), 'reverted'],
      [{ ...right, data: '0x' }, 'reverted'],
      [{ ...right, data: numberToHex(32n, { size: 32 }) }, 'reverted'],
    ]
    for (const [step, error] of attempts) {
      const trade = { inputToken: a, outputToken: step.tokenOut, inputAmount: INPUT }
      await expect(market.tryOut(trade, encodeRoute(step))).rejects.toThrow(error)
      await expect(market.tryOut(trade, encodeBuy(GROSS, step))).rejects.toThrow()
    }
    expect(
      await market.tryOut({ inputToken: a, outputToken: b, inputAmount: INPUT }, encodeRoute(right)),
    ).toBeGreaterThan(0n)
  })

  it('reverts unless the step names the true scales of its coins', async () => {
    const { a, b } = market.tokens
    await market.fund(a, BUDGET)
    const trade = { inputToken: a, outputToken: b, inputAmount: BUDGET }
    const attempt = (scales: readonly bigint[]) =>
      market.tryOut(trade, encodeBuy(GROSS, stableswap(a, b, [0, 3], { scales })))
    expect(await attempt(STABLESWAP_SCALES)).toBeGreaterThan(0n)
    const wrong = [[], [1n], [0n, 0n, 0n, 0n], [1n, 1n, 1n, 10n ** 12n], [2n ** 255n, 1n, 1n, 2n ** 255n]]
    for (const scales of wrong) await expect(attempt(scales)).rejects.toThrow()
  })

  it('costs the trader nothing and is not quoted after it was killed', async () => {
    const { a, b } = market.tokens
    const { pool, change } = market.stablePool
    await withSnapshot(market, async () => {
      expect((await sample(pool))?.isHealthy).toBe(true)
      await change('kill_me')
      expect((await sample(pool))?.isHealthy).toBe(false)
      await market.fund(a, INPUT)
      const trade = { inputToken: a, outputToken: b, inputAmount: INPUT }
      await expect(market.tryOut(trade, encodeRoute(stableswap(a, b, [0, 3])))).rejects.toThrow()
      expect(await market.balanceOf(a, market.accounts.trader)).toBe(INPUT)
      await change('unkill_me')
      expect((await sample(pool))?.isHealthy).toBe(true)
    })
  })
})

describe('a StableSwap pool of odd tokens', () => {
  it('accepts a token that refuses to change an allowance, and pays it out', async () => {
    const { a, b, usdt } = market.tokens
    const [coarse] = await deployCoarse()
    const odd = await market.addStableswapPool([a, coarse, usdt, b])
    const other = await withSources(market, odd.source)
    const options = { source: FIRST }
    const amount = 1_000_000_007n
    for (let i = 0; i < 2; i += 1) {
      const sold = { inputToken: usdt, outputToken: a, amount }
      expect(await sell(sold, [stableswap(usdt, a, [2, 0], options)], other)).toBeGreaterThan(999n * UNIT)
      expect(await market.allowanceOf(usdt, other.executor, odd.pool)).toBe(0n)
    }
    const wanted = { inputToken: b, outputToken: usdt, amount, most: 1_001n * UNIT }
    const { gross } = await buy(wanted, [stableswap(b, usdt, [3, 2], options)], other)
    expect(gross).toBe(amount)
    // The token reports 18 decimals, and the pool's code scales it by six.
    expect(await sample(odd.pool)).toBeUndefined()
  })

  it('sells a token that takes a fee for what arrives, and cannot be bought from with it', async () => {
    const { b, taxed } = market.tokens
    const odd = await market.addStableswapPool([taxed, ...(await deployCoarse()), b])
    const other = await withSources(market, odd.source)
    const step = stableswap(b, taxed, [3, 0], { source: FIRST })
    const quoted = (await odd.ask('get_dy', 3n, 0n, INPUT)) - 1n
    const gross = await sell({ inputToken: b, outputToken: taxed, amount: INPUT }, [step], other)
    // The token takes one percent on each transfer: to the executor, to the settlement and to the
    // receiver.
    expect(gross).toBeGreaterThan((quoted * 97n) / 100n)
    expect(gross).toBeLessThan((quoted * 99n) / 100n)
    await other.fund(b, BUDGET)
    const trade = { inputToken: b, outputToken: taxed, inputAmount: BUDGET }
    await expect(other.tryOut(trade, encodeBuy(GROSS, step))).rejects.toThrow(WRONG_TOKEN)
  })

  it('cannot be used by a token that calls back to trade twice, or to take foreign tokens', async () => {
    const { b, hostile } = market.tokens
    const odd = await market.addStableswapPool([hostile, ...(await deployCoarse()), b])
    const other = await withSources(market, odd.source)
    const route = encodeRoute(stableswap(hostile, b, [0, 3], { source: FIRST }))
    await other.fund(hostile, INPUT)
    const trade = { inputToken: hostile, outputToken: b, inputAmount: INPUT }
    await arm(market, hostile, other.settlement, swapCall(market, trade, route), 1n)
    await other.swap(trade, route)
    expect(await attempt(market, hostile)).toMatchObject({ tried: true, succeeded: false, answer: REENTERED })
    expect(await market.allowanceOf(hostile, other.executor, odd.pool)).toBe(0n)
  })
})

describe('a lying StableSwap pool', () => {
  const deployLiar = () => {
    const { a, b } = market.tokens
    return deployLyingStablePool(market, {
      source: (pool) => trusted(10, pool),
      step: () => stableswap(a, b, [0, 1], { source: FIRST, scales: [1n, 1n] }),
    })
  }

  it('receives at most what the step sells, and the rest is refunded', async () => {
    await expectTakesNoMore(market, await deployLiar())
  })

  it('fails the trade if it pays nothing or too little, or takes another coin', async () => {
    await expectLiesToFail(await deployLiar())
  })

  it('gains nothing by calling back in the middle of a trade', async () => {
    await expectNoCallback(market, await deployLiar())
  })

  it('ends a purchase after few rounds, whatever balances it reports', async () => {
    await expectFewRounds(await deployLiar(), { seed: 22, mostGas: 1_500_000n })
  })
})

describe('the module of a StableSwap pool', () => {
  it('skips pools of another code', async () => {
    const { a } = market.tokens
    const { pool } = market.stablePool
    expect((await sample(pool))?.tokens).toHaveLength(2)
    const others = [
      a,
      market.solidlyPairs.stableAB,
      market.conversions.balancerVault,
      market.accounts.stranger,
    ]
    for (const other of others) expect(await sample(other)).toBeUndefined()
  })

  it('reads the balances that the pool counts, without uncounted transfers', async () => {
    const { pool, coins } = market.stablePool
    const before = await sample(pool)
    await market.mint(coins[0], pool, 1_000n * UNIT)
    expect((await sample(pool))?.fingerprint()).toBe(before?.fingerprint())
  })

  it('skips a pool while its amplification changes, or when its answers contradict its arithmetic', async () => {
    const { pool } = market.stablePool
    const module = createModule(pool)
    const selectorOf = (name: string) => toFunctionSelector(name)
    /** The pool's answers, with some replaced. */
    const pretend =
      (told: Record<string, bigint>): BlockReader =>
      async (calls) => {
        const answers = await read(calls)
        return calls.map(({ data }, i) => {
          const value = told[data.slice(0, 10)]
          return value === undefined ? answers[i] : numberToHex(value, { size: 32 })
        })
      }
    const [end, next] = [selectorOf('future_A_time()'), selectorOf('future_A()')]
    const getDy = selectorOf('get_dy(int128,int128,uint256)')
    expect(await module.sample(pretend({ [end]: 1n, [next]: 256n }))).toHaveLength(1)
    expect(await module.sample(pretend({ [end]: 1n, [next]: 257n }))).toEqual([])
    expect(await module.sample(pretend({ [getDy]: UNIT }))).toEqual([])
    expect(await module.sample(read)).toHaveLength(1)
    const misled = createModule(pool)
    expect(await misled.sample(pretend({ [selectorOf('decimals()')]: 8n }))).toEqual([])
    expect(await misled.sample(read)).toHaveLength(1)
    const cut: BlockReader = async (calls) => (await read(calls)).map((answer) => answer && '0x12')
    expect(await module.sample(cut)).toEqual([])
    expect(await createModule(pool).sample(cut)).toEqual([])
  })
})
