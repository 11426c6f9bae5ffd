import { type Address, toFunctionSelector } from 'viem'
import { describe, expect, it } from 'vitest'
import { createCoinTrades } from '../../../contracts/testing/coin-trades.ts'
import { NOT_POOL } from '../../../contracts/testing/hostile-calls.ts'
import {
  encodeBuy,
  encodeRoute,
  SOURCE,
  type Step,
  stableswapNg,
  toPortion,
  v2,
} from '../../../contracts/testing/route.ts'
import { setupMarket } from '../../../contracts/testing/setup-market.ts'
import { UNIT } from '../../../contracts/testing/start-market.ts'
import { withSnapshot } from '../../../contracts/testing/with-snapshot.ts'
import { withSources } from '../../../contracts/testing/with-sources.ts'
import { loadArtifacts } from '../../../devnet/bytecode/artifacts.ts'
import { type NgParameters, PLAIN, VAULT } from '../../../devnet/deployers/curve/deploy-stableswap-ng.ts'
import { priceV2, quoteV2 } from '../../../devnet/deployers/uniswap/deploy-uniswap.ts'
import { decodeAggregate, encodeAggregate } from '../../chain/rpc/aggregate-codec.ts'
import type { BlockReader } from '../core/module.ts'
import type { Pool } from '../core/pool.ts'
import { expectTradesAsQuoted } from '../testing/expect-trades-as-quoted.ts'
import { createStableswapNgModule } from './stableswap-ng-module.ts'

const INPUT = 1_000n * UNIT + 7n
const GROSS = 10n * UNIT + 3n
/** Exceeds the cost of every purchase in this file. */
const BUDGET = 100n * UNIT
/** `npm test` runs the first draws of `npm run proof fuzz`. */
const QUOTES = process.env.SLUICE_FUZZ === 'all' ? 600 : 30
const WRONG_TOKEN = toFunctionSelector('WrongToken(address)')
const UNKNOWN_SOURCE = toFunctionSelector('UnknownSource(uint8)')
/** Index of the factory, after the sources that every settlement of `withSources` has. */
const source = 3
const { multicall3 } = loadArtifacts()
const market = setupMarket()

/** A pool of these coins, and a trader of a settlement that trusts its factory. */
async function deployPool(coins: readonly Address[], parameters: NgParameters = {}) {
  const pool = await market.stableswapNg.addNgPool(coins, parameters)
  const trader = await withSources(market, market.stableswapNg.source)
  const step = (from: number, to: number, options: Partial<Step> = {}) => {
    const [tokenIn, tokenOut] = [coins[from], coins[to]]
    if (!tokenIn || !tokenOut) throw new Error('No coin at this index of the pool')
    return { ...stableswapNg(tokenIn, tokenOut, [pool.pool, from, to], { source }), ...options }
  }

  return { ...pool, trader, step, ...createCoinTrades(market, trader, { pool: pool.pool, coins }) }
}

const read: BlockReader = async (calls) => {
  const code = { address: multicall3.address, code: multicall3.runtimeCode }
  const { data = '0x' } = await market.client.call({
    to: multicall3.address,
    data: encodeAggregate(calls),
    stateOverride: [code],
  })
  return decodeAggregate(data, calls.length)
}

async function load(pool: Address, vaults: readonly Address[] = []): Promise<Pool | undefined> {
  const module = createStableswapNgModule({
    kind: 'stableswap-ng',
    index: source,
    module: 'curve-ng',
    name: 'Curve',
    factory: market.stableswapNg.factory,
    rateProviders: vaults,
  })
  const { pools } = await module.listPools!(read, 0)
  return (
    await module.load(
      pools.filter(({ address }) => address === pool.toLowerCase()),
      read,
    )
  )[0]
}

describe('a pool of StableSwap-NG', () => {
  it.each([
    ['of two coins, one with eight decimals', [18, 8], {}],
    [
      'of three coins, with a fee that grows a hundredfold',
      [18, 6, 8],
      { feeMultiplier: 1_000_000_000_000n },
    ],
    [
      'of four coins, one a vault',
      [18, 6, 8, 18],
      { amplification: 1_500n, fee: 1_000_000n, feeMultiplier: 0n },
    ],
  ] as const)(
    `%s trades as quoted to the wei, ${QUOTES} times in all sizes, both ways, and ends in the predicted state`,
    async (_, decimals, parameters) => {
      const { addRatedToken, setRate } = market.stableswapNg
      const asset = await addRatedToken(6)
      const coins: Address[] = []
      for (const [i, own] of decimals.entries())
        coins.push(await addRatedToken(own, i === 3 ? asset : undefined))
      const [vault] = coins.slice(3)
      if (vault) await setRate(vault, 1_042_133n)
      const kinds = coins.map((coin) => (coin === vault ? VAULT : PLAIN))
      const balances = decimals.map((own, i) => 10n ** BigInt(own) * (200_000n + 700_000n * BigInt(i)) + 7n)
      const pool = await deployPool(coins, { ...parameters, kinds, balances })
      const reload = () => load(pool.pool, vault ? [vault] : [])
      const traded = await expectTradesAsQuoted(pool, {
        load: reload,
        coins: coins.length,
        trades: QUOTES,
        seed: 31,
      })
      expect(traded).toBeGreaterThan(QUOTES * 0.8)
    },
  )

  it('sells the predicted amount when no fee matches its own amount, and a single unit', async () => {
    const { a, b } = market.tokens
    const { pool, buy } = await deployPool([a, b], {
      ...{ amplification: 1n, fee: 42_025_405n, feeMultiplier: 1_189_756_529_413n },
      balances: [11_873n * UNIT, 943_021n * UNIT],
    })
    const before = await load(pool)
    for (const amount of [1n, 2n, 153_775_185_835_055_814_541_312n]) {
      const quote = before?.exactOutput(true, amount)
      if (!quote) throw new Error('No quote for this amount')
      const wanted = { inputToken: a, outputToken: b, amount, most: quote.amountIn }
      const whole = { ...before?.step(true), portion: 2n ** 64n - 1n, tokenIn: a, tokenOut: b } as Step
      const short = { ...wanted, most: quote.amountIn - 1n }
      if (short.most > 0n) await expect(buy(short, whole)).rejects.toThrow('TransferFailed')
      expect((await withSnapshot(market, () => buy(wanted, whole))).cost).toBe(quote.amountIn)
    }
  })

  it('sells as much as possible when a fee on the way to the right one would take more', async () => {
    const coins = [await market.stableswapNg.addRatedToken(6), market.tokens.a] as const
    const { pool, buy } = await deployPool(coins, {
      ...{ amplification: 6n, fee: 3_885_446n, feeMultiplier: 398_823_271_572n },
      balances: [113n, 88_700_746_384_184_803_328n],
    })
    const before = await load(pool)
    // The largest amount that a search requests.
    const amount = BigInt(Math.floor((before?.curve?.(true)?.stock ?? 0) * (1 - 2e-6)))
    const quote = before?.exactOutput(true, amount)
    if (!quote) throw new Error('No quote for this amount')
    const trade = { inputToken: coins[0], outputToken: coins[1], amount, most: quote.amountIn }
    const whole = {
      ...before?.step(true),
      portion: 2n ** 64n - 1n,
      tokenIn: coins[0],
      tokenOut: coins[1],
    } as Step
    expect((await buy(trade, whole)).cost).toBe(quote.amountIn)
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
    for (const out of [first, last]) expect(out).toBeGreaterThan(quoteV2(INPUT) - INPUT / 500n)
    expect(split).toBeGreaterThan(quoteV2(INPUT))

    const wanted = { inputToken: a, outputToken: c, amount: GROSS, most: BUDGET }
    const before = await withSnapshot(market, () => buy(wanted, step(0, 1), v2(b, c)))
    const after = await withSnapshot(market, () =>
      buy({ ...wanted, inputToken: c, outputToken: a }, v2(c, b), step(1, 0)),
    )
    for (const { cost } of [before, after]) expect(cost).toBeLessThan(priceV2(GROSS) + GROSS / 500n)
    expect(before.gross).toBe(GROSS)
  })

  it('is rejected if its factory does not list it, and if the step names another source, coin or index', async () => {
    const { a, b, c } = market.tokens
    const { pool, trader, step } = await deployPool([a, b])
    const right = step(0, 1)
    const twin = await market.deploy('HostileStablePool', [a, b])
    const attempts: [Step, string][] = [
      [stableswapNg(a, b, [twin, 0, 1], { source }), NOT_POOL],
      [stableswapNg(a, b, [market.stablePool.pool, 0, 3], { source }), NOT_POOL],
      [stableswapNg(a, b, [market.stableswapNg.factory, 0, 1], { source }), NOT_POOL],
      [{ ...right, source: SOURCE.v2 }, UNKNOWN_SOURCE],
      [{ ...right, source: 4 }, UNKNOWN_SOURCE],
      [{ ...right, kind: 10 }, UNKNOWN_SOURCE],
      [v2(a, b, { source }), UNKNOWN_SOURCE],
      [stableswapNg(a, c, [pool, 0, 1], { source }), WRONG_TOKEN],
      [stableswapNg(a, b, [pool, 1, 0], { source }), 'reverted'],
      [stableswapNg(a, b, [pool, 0, 0], { source }), 'reverted'],
      [stableswapNg(a, b, [pool, 0, 2], { source }), 'reverted'],
      [{ ...right, data: '0x' }, 'reverted'],
    ]
    await trader.fund(a, INPUT)
    for (const [wrong, error] of attempts) {
      const trade = { inputToken: a, outputToken: wrong.tokenOut, inputAmount: INPUT }
      await expect(trader.tryOut(trade, encodeRoute(wrong))).rejects.toThrow(error)
      await expect(trader.tryOut(trade, encodeBuy(GROSS, wrong))).rejects.toThrow()
    }
    const trade = { inputToken: a, outputToken: b, inputAmount: INPUT }
    expect(await trader.tryOut(trade, encodeRoute(right))).toBeGreaterThan(0n)
    expect(await trader.tryOut(trade, encodeBuy(GROSS, right))).toBeGreaterThan(0n)
  })

  it('accepts a token that refuses to change an allowance, and sells one that takes a fee, which cannot be bought', async () => {
    const { b, usdt, taxed } = market.tokens
    const { pool, trader, step, sell } = await deployPool([usdt, taxed, b])
    for (let i = 0; i < 2; i += 1) {
      const sold = { inputToken: usdt, outputToken: b, amount: INPUT }
      expect(await sell(sold, step(0, 2))).toBeGreaterThan((INPUT * 999n) / 1_000n)
      expect(await market.allowanceOf(usdt, trader.executor, pool)).toBe(0n)
    }
    const gross = await sell({ inputToken: b, outputToken: taxed, amount: INPUT }, step(2, 1))
    // The token takes one percent on each transfer: to the executor, to the settlement and to the
    // receiver.
    expect(gross).toBeGreaterThan((INPUT * 967n) / 1_000n)
    expect(gross).toBeLessThan((INPUT * 991n) / 1_000n)
    await trader.fund(b, BUDGET)
    const trade = { inputToken: b, outputToken: taxed, inputAmount: BUDGET }
    await expect(trader.tryOut(trade, encodeBuy(GROSS, step(2, 1)))).rejects.toThrow(WRONG_TOKEN)
  })
})
