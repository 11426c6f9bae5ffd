import { type Address, toFunctionSelector } from 'viem'
import { describe, expect, it } from 'vitest'
import type { CryptoParameters } from '../devnet/deployers/curve/deploy-cryptoswap.ts'
import { priceV2, quoteV2 } from '../devnet/deployers/uniswap/deploy-uniswap.ts'
import { createRandom } from '../wire/testing/random.ts'
import { createCoinTrades } from './testing/coin-trades.ts'
import { NOT_POOL } from './testing/hostile-calls.ts'
import { cryptoswap, encodeBuy, encodeRoute, SOURCE, type Step, toPortion, v2 } from './testing/route.ts'
import { setupMarket } from './testing/setup-market.ts'
import { UNIT } from './testing/start-market.ts'
import { withSnapshot } from './testing/with-snapshot.ts'
import { withSources } from './testing/with-sources.ts'

const INPUT = 1_000n * UNIT + 7n
const GROSS = 10n * UNIT + 3n
/** Exceeds the cost of every purchase in this file. */
const BUDGET = 100n * UNIT
/** `npm test` runs the first draws of `npm run proof fuzz`. */
const TRADES = process.env.SLUICE_FUZZ === 'all' ? 400 : 20
const WRONG_TOKEN = toFunctionSelector('WrongToken(address)')
const UNKNOWN_SOURCE = toFunctionSelector('UnknownSource(uint8)')
const MILLION = 1_000_000n
/** Index of the factory, after the sources that every settlement of `withSources` has. */
const source = 3
const market = setupMarket()

/** A pool of these coins, and a trader of a settlement that trusts its factory. */
async function deployPool(coins: readonly Address[], parameters: Partial<CryptoParameters> = {}) {
  const deployed = await market.deployCryptoswaps()
  const pool = await deployed.addPool(coins, parameters)
  const trader = await withSources(market, pool.source)
  const coin = (k: number): Address => {
    const found = coins[k]
    if (!found) throw new Error('No coin at this index of the pool')
    return found
  }
  const step = (from: number, to: number, options: Partial<Step> = {}) => ({
    ...cryptoswap(coin(from), coin(to), [pool.pool, from, to], { source }),
    ...options,
  })
  const getDy = (from: number, to: number, amount: bigint) => pool.ask('get_dy', from, to, amount)

  return {
    ...deployed,
    ...pool,
    trader,
    coin,
    step,
    getDy,
    ...createCoinTrades(market, trader, { pool: pool.pool, coins }),
  }
}

type Pool = Awaited<ReturnType<typeof deployPool>>

async function addCoins(decimals: readonly number[]): Promise<Address[]> {
  const coins: Address[] = []
  for (const own of decimals) coins.push(await market.stableswapNg.addRatedToken(own))
  return coins
}

/**
 * Buys, and checks the cost against the pool's views: it is enough, and a millionth less is not.
 */
async function expectFairPurchase(pool: Pool, [from, to]: readonly [number, number], amount: bigint) {
  const { buy, coin, step } = pool
  const before = await market.client.getBlockNumber()
  const wanted = { inputToken: coin(from), outputToken: coin(to), amount }
  const most = await market.balanceOf(coin(from), pool.pool)
  const { cost, gross } = await buy({ ...wanted, most }, step(from, to))
  expect(gross).toBeGreaterThanOrEqual(amount)
  const view = { address: pool.pool, abi: pool.abi, functionName: 'get_dy', blockNumber: before } as const
  const ask = (sold: bigint) =>
    market.client.readContract({ ...view, args: [from, to, sold] }) as Promise<bigint>
  expect(await ask(cost)).toBe(gross)
  const less = cost - cost / MILLION - 1n
  if (less > 0n) expect(await ask(less)).toBeLessThan(amount)
}

describe('a CryptoSwap pool', () => {
  it.each([
    ['of two coins, one with eight decimals', [18, 8], { prices: [60_000n * UNIT] }],
    ['of three coins', [6, 8, 18], { prices: [60_000n * UNIT, 3_000n * UNIT] }],
    [
      'of two coins, with a fee of up to six percent',
      [6, 18],
      { midFee: 50_000_000n, outFee: 600_000_000n, feeGamma: 10_000_000_000n },
    ],
  ] as const)(
    `%s pays its quote to the wei, and costs at most a millionth too much, ${TRADES} times in all sizes`,
    async (_, decimals, parameters) => {
      const pool = await deployPool(await addCoins(decimals), parameters)
      const random = createRandom(20)
      for (let i = 0; i < TRADES; i += 1) {
        const from = random.below(decimals.length)
        const to = (from + 1 + random.below(decimals.length - 1)) % decimals.length
        const isSale = random.chance(50)
        const held = Number(await pool.ask('balances', isSale ? from : to))
        const amount = BigInt(Math.ceil(held * 10 ** (-random.below(400) / 100) * 0.2))
        if (!isSale) {
          await expectFairPurchase(pool, [from, to], amount)
          continue
        }
        const expected = await pool.getDy(from, to, amount)
        const sold = { inputToken: pool.coin(from), outputToken: pool.coin(to), amount }
        expect(await pool.sell(sold, pool.step(from, to))).toBe(expected)
      }
    },
  )

  it('sells while its amplification changes, and less than a unit of the input buys', async () => {
    const pool = await deployPool(await addCoins([6, 18]))
    const { timestamp } = await market.client.getBlock()
    await pool.change('ramp_A_gamma', 800_000n, 145_000_000_000_000n, timestamp + 100_000n)
    await market.passTime(40_000n)
    const expected = await pool.getDy(0, 1, 1_000_000_000n)
    // Each block trades with another amplification.
    await market.client.setBlockTimestampInterval({ interval: 0 })
    const sold = { inputToken: pool.coin(0), outputToken: pool.coin(1), amount: 1_000_000_000n }
    expect(await withSnapshot(market, () => pool.sell(sold, pool.step(0, 1)))).toBe(expected)
    await market.client.setBlockTimestampInterval({ interval: 12 })
    const wanted = { ...sold, amount: 50_000_000_000n, most: 1n }
    expect((await pool.buy(wanted, pool.step(0, 1))).cost).toBe(1n)
  })

  it('sells a single unit', async () => {
    // A larger pool cannot resolve so small an amount of its invariant, and reverts.
    const balances = [600_000_000n, 1_000_000n]
    const pool = await deployPool(await addCoins([6, 8]), { prices: [60_000n * UNIT], balances })
    await expectFairPurchase(pool, [0, 1], 2n)
    const wanted = { inputToken: pool.coin(0), outputToken: pool.coin(1), amount: 1n, most: 2_000n }
    const { cost, gross } = await pool.buy(wanted, pool.step(0, 1))
    // The purchase costs 600 units, and its fee rounds up by one unit.
    expect([cost > 600n, cost < 1_300n, gross]).toEqual([true, true, 1n])
  })

  it('can be before or after other steps, and shares its input with them', async () => {
    const { a, b, c } = market.tokens
    const { step, sell, buy } = await deployPool([a, b])
    const whole = { inputToken: a, outputToken: c, amount: INPUT }
    const first = await withSnapshot(market, () => sell(whole, step(0, 1), v2(b, c)))
    const back = { inputToken: c, outputToken: a, amount: INPUT }
    const last = await withSnapshot(market, () => sell(back, v2(c, b), step(1, 0)))
    const part = step(0, 1, { portion: toPortion(50) })
    const split = await withSnapshot(market, () => sell({ ...whole, outputToken: b }, part, v2(a, b)))
    for (const out of [first, last]) expect(out).toBeGreaterThan(quoteV2(INPUT) - INPUT / 200n)
    expect(split).toBeGreaterThan(quoteV2(INPUT))

    const wanted = { inputToken: a, outputToken: c, amount: GROSS, most: BUDGET }
    const before = await withSnapshot(market, () => buy(wanted, step(0, 1), v2(b, c)))
    expect(before.gross).toBe(GROSS)
    const after = await withSnapshot(market, () =>
      buy({ ...wanted, inputToken: c, outputToken: a }, v2(c, b), step(1, 0)),
    )
    expect(after.gross).toBeGreaterThanOrEqual(GROSS)
    expect(after.gross).toBeLessThan(GROSS + GROSS / MILLION)
    for (const { cost } of [before, after]) expect(cost).toBeLessThan(priceV2(GROSS) + GROSS / 200n)
  })

  it("leaves surplus output of a purchase with the trader if it is not the route's output", async () => {
    const { a, c } = market.tokens
    const [coarse] = await addCoins([6])
    if (!coarse) throw new Error('No coarse token')
    await market.addV2Pair(a, c, market.sources[SOURCE.v2Fork]?.factory)
    const pool = await deployPool([coarse, a])
    const beyond = { inputToken: coarse, outputToken: c, amount: 1_000_000_007n, most: 10n }
    const fork = v2(a, c, { source: SOURCE.v2Fork })
    const held = await market.balanceOf(a, market.accounts.trader)
    const { gross } = await pool.buy(beyond, pool.step(0, 1), fork)
    expect(gross).toBe(beyond.amount)
    expect(await market.balanceOf(a, market.accounts.trader)).toBeGreaterThan(held)
  })

  it('is rejected if its factory does not list it, and if the step names another source, coin or index', async () => {
    const { a, b, c } = market.tokens
    const { pool, trader, step, twoFactory } = await deployPool([a, b])
    const right = step(0, 1)
    const twin = await market.deploy('HostileCryptoPool', [a, b])
    const attempts: [Step, string][] = [
      [cryptoswap(a, b, [twin, 0, 1], { source }), NOT_POOL],
      [cryptoswap(a, b, [market.stablePool.pool, 0, 3], { source }), NOT_POOL],
      [cryptoswap(a, b, [twoFactory, 0, 1], { source }), NOT_POOL],
      [{ ...right, source: SOURCE.v2 }, UNKNOWN_SOURCE],
      [{ ...right, source: 4 }, UNKNOWN_SOURCE],
      [{ ...right, kind: 19 }, UNKNOWN_SOURCE],
      [{ ...right, kind: 10 }, UNKNOWN_SOURCE],
      [v2(a, b, { source }), UNKNOWN_SOURCE],
      [cryptoswap(a, c, [pool, 0, 1], { source }), WRONG_TOKEN],
      [cryptoswap(a, b, [pool, 1, 0], { source }), 'reverted'],
      [cryptoswap(a, b, [pool, 0, 0], { source }), 'reverted'],
      [cryptoswap(a, b, [pool, 0, 2], { source }), 'reverted'],
      [{ ...right, data: '0x' }, 'reverted'],
    ]
    await trader.fund(a, INPUT)
    for (const [wrong, error] of attempts) {
      const trade = { inputToken: a, outputToken: wrong.tokenOut, inputAmount: INPUT }
      await expect(trader.tryOut(trade, encodeRoute(wrong))).rejects.toThrow(error)
      await expect(trader.tryOut(trade, encodeBuy(GROSS, wrong))).rejects.toThrow(error)
    }
    const trade = { inputToken: a, outputToken: b, inputAmount: INPUT }
    expect(await trader.tryOut(trade, encodeRoute(right))).toBeGreaterThan(0n)
    expect(await trader.tryOut(trade, encodeBuy(GROSS, right))).toBeGreaterThan(0n)
  })

  it('cannot sell more than it has', async () => {
    const { a, b } = market.tokens
    const { trader, step } = await deployPool([a, b])
    const most = 10_000_000n * UNIT
    await trader.fund(a, most)
    const trade = { inputToken: a, outputToken: b, inputAmount: most }
    await expect(trader.tryOut(trade, encodeBuy(1_000_000n * UNIT, step(0, 1)))).rejects.toThrow('reverted')
  })

  it('accepts a token that refuses to change an allowance, and sells one that takes a fee, which cannot be bought', async () => {
    const { b, usdt, taxed } = market.tokens
    const { pool, trader, step, sell } = await deployPool([usdt, taxed, b])
    for (let i = 0; i < 2; i += 1) {
      const sold = { inputToken: usdt, outputToken: b, amount: INPUT }
      expect(await sell(sold, step(0, 2))).toBeGreaterThan((INPUT * 995n) / 1_000n)
      expect(await market.allowanceOf(usdt, trader.executor, pool)).toBe(0n)
    }
    const gross = await sell({ inputToken: b, outputToken: taxed, amount: INPUT }, step(2, 1))
    // The token takes one percent on each transfer: to the executor, to the settlement and to the
    // receiver.
    expect(gross).toBeGreaterThan((INPUT * 962n) / 1_000n)
    expect(gross).toBeLessThan((INPUT * 991n) / 1_000n)
    await trader.fund(b, BUDGET)
    const trade = { inputToken: b, outputToken: taxed, inputAmount: BUDGET }
    await expect(trader.tryOut(trade, encodeBuy(GROSS, step(2, 1)))).rejects.toThrow(WRONG_TOKEN)
  })
})
