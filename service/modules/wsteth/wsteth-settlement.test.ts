import { type Address, numberToHex, toFunctionSelector } from 'viem'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  encodeBuy,
  encodeRoute,
  SOURCE,
  type Step,
  toPortion,
  unwrap,
  v2,
  wrap,
} from '../../../contracts/testing/route.ts'
import { setupMarket } from '../../../contracts/testing/setup-market.ts'
import { TREASURY, UNIT } from '../../../contracts/testing/start-market.ts'
import { withSources } from '../../../contracts/testing/with-sources.ts'
import { loadArtifacts } from '../../../devnet/bytecode/artifacts.ts'
import { priceV2, quoteV2 } from '../../../devnet/deployers/uniswap/deploy-uniswap.ts'
import { createRandom } from '../../../wire/testing/random.ts'
import { decodeAggregate, encodeAggregate } from '../../chain/rpc/aggregate-codec.ts'
import type { BlockReader } from '../core/module.ts'
import { createWstEthModule } from './wsteth-module.ts'
import { LOST_ON_THE_WAY } from './wsteth-pool.ts'

const INPUT = 1_000n * UNIT + 7n
const GROSS = 10n * UNIT + 3n
/** Amount of each token. */
const FUNDS = 10n ** 26n
/** `npm test` runs the first draws of `npm run proof fuzz`. */
const QUOTES = process.env.SLUICE_FUZZ === 'all' ? 1_200 : 80
/**
 * Values of a million shares: slightly more than a million units, today's value, and up to nearly
 * two million.
 */
const RATES = [1_000_001n, 1_050_000n, 1_231_072n, 1_333_333n, 1_999_998n]
/** Units unwrapped in addition to an exact output of stETH. */
const UNWRAPPED_BEYOND = 8n
const WRONG_TOKEN = toFunctionSelector('WrongToken(address)')
const UNKNOWN_SOURCE = toFunctionSelector('UnknownSource(uint8)')
/** Index of the source, after the sources that every settlement of `withSources` has. */
const source = 3
const { multicall3 } = loadArtifacts()
const market = setupMarket()

const read: BlockReader = async (calls) => {
  const { data = '0x' } = await market.client.call({ to: multicall3.address, data: encodeAggregate(calls) })
  return decodeAggregate(data, calls.length)
}

beforeAll(() => market.client.setCode({ address: multicall3.address, bytecode: multicall3.runtimeCode }))

const createModule = (wstEth: Address) =>
  createWstEthModule({ kind: 'wsteth', index: source, module: 'wsteth', name: 'wstETH', factory: wstEth })

const sample = async (wstEth: Address, reader = read) => (await createModule(wstEth).sample(reader))[0]

const netOf = (gross: bigint) => gross - (gross * 3n) / 10_000n

/** Both tokens, with their own settlement and with pairs of wstETH. */
async function addTrader() {
  const lido = await market.addWstEth()
  const trader = await withSources(market, lido.source)
  const { stEth, wstEth } = lido
  const into = wrap(stEth, wstEth, { source })
  const out = unwrap(wstEth, stEth, { source })

  /** Shares of stETH and units of wstETH that the contracts hold, and the allowance of wstETH. */
  async function getHeld() {
    const { executor, settlement } = trader
    expect(await market.balanceOf(wstEth, executor)).toBe(0n)
    expect(await market.balanceOf(wstEth, settlement)).toBe(0n)
    expect(await market.allowanceOf(stEth, executor, wstEth)).toBe(0n)
    expect(await market.allowanceOf(wstEth, executor, wstEth)).toBe(0n)
    return { executor: await lido.sharesOf(executor), settlement: await lido.sharesOf(settlement) }
  }

  // Funds in advance, because rounding of a deposit changes the rate.
  for (const token of [stEth, wstEth, market.tokens.a]) await trader.fund(token, FUNDS)
  return { ...lido, trader, into, out, getHeld, swap: trader.swap }
}

describe('wstETH', () => {
  it(`trades as quoted to the wei, ${QUOTES} times in all sizes and rates, both ways, without slippage`, async () => {
    const { stEth, wstEth, into, out, report, getRate, sharesOf, getHeld, swap } = await addTrader()
    const module = createModule(wstEth)
    const random = createRandom(72)
    const { receiver } = market.accounts
    const traded = { sales: 0, purchases: 0, exact: 0 }
    for (let i = 0; i < QUOTES; i += 1) {
      if (i % 6 === 0) await report(random.pick(RATES), random.chance(50) ? 0n : 10n ** 20n + 13n)
      const [pool] = await module.sample(read)
      if (!pool) throw new Error('No wrapper')
      const { toShares, toAmount } = await getRate()
      const held = await getHeld()
      const isWrap = random.chance(50)
      const isSale = random.chance(50)
      const amount = 10n ** BigInt(random.below(23)) * BigInt(1 + random.below(9)) + BigInt(random.below(50))
      const quote = isSale ? pool.exactInput(isWrap, amount) : pool.exactOutput(isWrap, amount)
      if (!quote) continue
      const [inputToken, outputToken] = isWrap ? [stEth, wstEth] : [wstEth, stEth]
      const slack = isSale ? 0n : BigInt(random.pick([0, 0, 9]))
      const inputAmount = quote.amountIn + slack
      const net = netOf(quote.amountOut)
      if (net === 0n) continue
      const before = { receiver: await sharesOf(receiver) }
      const order = { inputToken, outputToken, inputAmount, minOutputAmount: net }
      const step = isWrap ? into : out
      const swapped = await swap(order, isSale ? encodeRoute(step) : encodeBuy(amount, step))
      const after = await getHeld()

      if (isWrap) {
        const gross = swapped.outputReceived + swapped.treasuryPaid
        const arrived = held.executor + toShares(inputAmount)
        expect(gross).toBe(isSale ? arrived : amount)
        const left = isSale ? 0n : toAmount(arrived - amount)
        expect(swapped.inputSpent).toBe(inputAmount - left)
        expect(after.executor).toBe(isSale ? 0n : arrived - amount - toShares(left))
        if (held.executor === 0n && slack === 0n) {
          expect([swapped.inputSpent, gross]).toEqual([quote.amountIn, quote.amountOut])
          traded.exact += 1
        }
      } else {
        expect(swapped.inputSpent).toBe(quote.amountIn)
        if (!isSale) expect(quote.amountIn).toBe(toShares(amount + UNWRAPPED_BEYOND))
        // The transfer to the settlement moves whole shares again.
        const bought = toAmount(held.executor + toShares(toAmount(quote.amountIn))) - toAmount(held.executor)
        const sent = toShares(bought + 1n)
        const gross = toAmount(held.settlement + sent) - toAmount(held.settlement)
        expect(swapped.treasuryPaid).toBe(gross - netOf(gross))
        const paid = toShares(netOf(gross))
        expect(swapped.outputReceived).toBe(toAmount(before.receiver + paid) - toAmount(before.receiver))
        expect(swapped.outputReceived).toBeGreaterThanOrEqual(net)
        expect(after.executor).toBe(held.executor + toShares(toAmount(quote.amountIn)) - sent)
        if (isSale && held.executor === 0n && held.settlement === 0n) {
          expect(gross - quote.amountOut).toBe(LOST_ON_THE_WAY)
          traded.exact += 1
        }
      }
      expect(after.executor).toBeLessThanOrEqual(held.executor + 1n)
      if (held.executor === 0n || !isWrap || !isSale) {
        const [left] = await module.sample(read)
        expect(left?.fingerprint()).toBe(quote.after().fingerprint())
      }
      traded[isSale ? 'sales' : 'purchases'] += 1
    }
    expect(traded.sales).toBeGreaterThan(QUOTES / 4)
    expect(traded.purchases).toBeGreaterThan(QUOTES / 4)
    expect(traded.exact).toBeGreaterThan(QUOTES / 8)
  })

  it('wraps all shares of a full sale, including a gift to the executor, and leaves none', async () => {
    const { stEth, wstEth, into, trader, getRate, getHeld, swap } = await addTrader()
    const { toShares } = await getRate()
    const order = { inputToken: stEth, outputToken: wstEth, inputAmount: INPUT }
    const first = await swap(order, encodeRoute(into))
    expect(first.outputReceived + first.treasuryPaid).toBe(toShares(INPUT))
    expect(await getHeld()).toEqual({ executor: 0n, settlement: 0n })
    await market.mint(stEth, trader.executor, 5n)
    const { executor: gift } = await getHeld()
    expect(gift).toBeGreaterThan(0n)
    const { toShares: later } = await getRate()
    const second = await swap(order, encodeRoute(into))
    expect(second.outputReceived + second.treasuryPaid).toBe(later(INPUT) + gift)
    expect(await getHeld()).toEqual({ executor: 0n, settlement: 0n })
  })

  it('pays fees in stETH, with a partner, and never less than the minimum of a quote', async () => {
    const { stEth, wstEth, out, report, swap, sharesOf, getRate } = await addTrader()
    const random = createRandom(73)
    for (let i = 0; i < 40; i += 1) {
      await report(random.pick(RATES) + BigInt(random.below(1_000)))
      const amount = 10n ** BigInt(4 + random.below(18)) + BigInt(random.below(1_000))
      const isSale = random.chance(50)
      const pool = await sample(wstEth)
      const quote = isSale ? pool?.exactInput(false, amount) : pool?.exactOutput(false, amount)
      if (!quote) continue
      const partnerFeeBps = BigInt(random.below(1_001))
      const minOutputAmount =
        quote.amountOut - (quote.amountOut * 3n) / 10_000n - (quote.amountOut * partnerFeeBps) / 10_000n
      const { partner } = market.accounts
      const before = await sharesOf(partner)
      const swapped = await swap(
        {
          inputToken: wstEth,
          outputToken: stEth,
          inputAmount: quote.amountIn,
          minOutputAmount,
          partner,
          partnerFeeBps,
        },
        isSale ? encodeRoute(out) : encodeBuy(amount, out),
      )
      expect(swapped.outputReceived).toBeGreaterThanOrEqual(minOutputAmount)
      const { toShares } = await getRate()
      expect((await sharesOf(partner)) - before).toBe(toShares(swapped.partnerPaid))
    }
    expect(await sharesOf(TREASURY)).toBeGreaterThan(0n)
  })
})

describe('wstETH in a route', () => {
  it('can be before and after other steps, in sales and purchases, and shares its input with them', async () => {
    const { stEth, wstEth, into, out, getRate, getHeld, swap } = await addTrader()
    const { a } = market.tokens
    await market.addV2Pair(wstEth, a)
    const { toShares } = await getRate()

    const id = await market.client.snapshot()
    const sold = await swap(
      { inputToken: stEth, outputToken: a, inputAmount: INPUT },
      encodeRoute(into, v2(wstEth, a)),
    )
    await market.client.revert({ id })
    expect(sold.outputReceived + sold.treasuryPaid).toBe(quoteV2(toShares(INPUT)))
    expect(sold.inputSpent).toBe(INPUT)

    const bought = await swap(
      { inputToken: a, outputToken: stEth, inputAmount: 100n * UNIT, minOutputAmount: netOf(GROSS) },
      encodeBuy(GROSS, v2(a, wstEth), out),
    )
    const burnt = toShares(GROSS + UNWRAPPED_BEYOND)
    expect(bought.inputSpent).toBe(priceV2(burnt))
    expect(bought.outputReceived).toBeGreaterThanOrEqual(netOf(GROSS))
    expect(bought.outputReceived).toBeLessThanOrEqual(netOf(GROSS) + UNWRAPPED_BEYOND)

    const half = { ...into, portion: toPortion(50) }
    const held = await getHeld()
    const split = await swap(
      { inputToken: stEth, outputToken: wstEth, inputAmount: INPUT },
      encodeRoute(half, into),
    )
    expect(split.outputReceived + split.treasuryPaid).toBe(toShares(INPUT) + held.executor)
  })

  it('is bought for other pools, at the price of each', async () => {
    const { stEth, wstEth, into, getRate, getHeld, swap } = await addTrader()
    const { a } = market.tokens
    await market.addV2Pair(wstEth, a)
    const { toAmount } = await getRate()
    const inputAmount = 100n * UNIT
    const bought = await swap(
      { inputToken: stEth, outputToken: a, inputAmount },
      encodeBuy(GROSS, into, v2(wstEth, a)),
    )
    expect(bought.outputReceived + bought.treasuryPaid).toBe(GROSS)
    // The purchase costs whole shares, whose value is rounded on the way in and on the way back.
    const worth = toAmount(priceV2(GROSS))
    expect([worth, worth + 1n, worth + 2n]).toContain(bought.inputSpent)
    expect((await getHeld()).executor).toBeLessThanOrEqual(1n)
  })

  it('sends stETH to a pair, which sells what arrives', async () => {
    const { stEth, wstEth, into, out, getRate, getHeld, swap } = await addTrader()
    const { a } = market.tokens
    const pair = await market.addV2Pair(stEth, a)
    const { toShares, toAmount } = await getRate()
    const reserves = { stEth: await market.balanceOf(stEth, pair), a: await market.balanceOf(a, pair) }
    const moved = toShares(toAmount(INPUT))
    const swapped = await swap(
      { inputToken: wstEth, outputToken: a, inputAmount: INPUT },
      encodeRoute(out, v2(stEth, a)),
    )
    const arrived = (await market.balanceOf(stEth, pair)) - reserves.stEth
    expect([toAmount(moved), toAmount(moved) + 1n]).toContain(arrived)
    const paid = arrived * 9_970n
    expect(swapped.outputReceived + swapped.treasuryPaid).toBe(
      (paid * reserves.a) / (reserves.stEth * 10_000n + paid),
    )
    const purchase = await swap(
      { inputToken: wstEth, outputToken: a, inputAmount: INPUT },
      encodeBuy(GROSS, out, v2(stEth, a)),
    )
    expect(purchase.outputReceived + purchase.treasuryPaid).toBe(GROSS)
    await swap({ inputToken: a, outputToken: wstEth, inputAmount: INPUT }, encodeRoute(v2(a, stEth), into))
    const held = await getHeld()
    expect(held.executor).toBeLessThanOrEqual(1n)
  })

  it('is rejected if the step names another source, the other direction or another token', async () => {
    const { stEth, wstEth, into, out, trader } = await addTrader()
    const { a } = market.tokens
    const attempts: [Step, string][] = [
      [{ ...into, source: SOURCE.v2 }, UNKNOWN_SOURCE],
      [{ ...into, source: 4 }, UNKNOWN_SOURCE],
      [{ ...into, kind: 4 }, UNKNOWN_SOURCE],
      [{ ...into, kind: 13 }, UNKNOWN_SOURCE],
      [{ ...into, kind: 15 }, UNKNOWN_SOURCE],
      [{ ...into, kind: 19 }, UNKNOWN_SOURCE],
      [{ ...into, kind: 21 }, 'UnknownKind'],
      [{ ...into, kind: 18 }, 'reverted'],
      [{ ...out, kind: 17 }, 'reverted'],
      [wrap(stEth, a, { source }), WRONG_TOKEN],
      [wrap(a, wstEth, { source }), 'reverted'],
      [unwrap(wstEth, a, { source }), WRONG_TOKEN],
      [unwrap(a, stEth, { source }), 'reverted'],
      [wrap(wstEth, wstEth, { source }), 'reverted'],
    ]
    for (const [step, error] of attempts) {
      const trade = { inputToken: step.tokenIn, outputToken: step.tokenOut, inputAmount: 1_000_000n }
      await expect(trader.tryOut(trade, encodeRoute(step))).rejects.toThrow(error)
      await expect(trader.tryOut(trade, encodeBuy(1_000n, step))).rejects.toThrow(error)
    }
    const trade = { inputToken: stEth, outputToken: wstEth, inputAmount: 1_000_000n }
    expect(await trader.tryOut(trade, encodeRoute(into))).toBeGreaterThan(0n)
  })

  it('fails sales and is not quoted at a rate of one, where conversions name more shares than exist', async () => {
    const { stEth, wstEth, into, report, trader } = await addTrader()
    await report(1_000_000n)
    const order = { inputToken: stEth, outputToken: wstEth, inputAmount: INPUT }
    await expect(trader.tryOut(order, encodeRoute(into))).rejects.toThrow()
    expect((await sample(wstEth))?.isHealthy).toBe(false)
  })
})

describe('the module of wstETH', () => {
  /** The chain's answers, with some replaced. */
  const pretend =
    (told: Record<string, bigint | '0x'>): BlockReader =>
    async (calls) => {
      const answers = await read(calls)
      return calls.map(({ data }, i) => {
        const value = told[data.slice(0, 10)]
        return typeof value === 'bigint' ? numberToHex(value, { size: 32 }) : (value ?? answers[i])
      })
    }

  it('skips contracts without the interface, and wrappers whose conversions contradict their totals', async () => {
    const { wstEth } = await addTrader()
    const { a } = market.tokens
    expect(await sample(wstEth)).toBeDefined()
    for (const other of [a, market.conversions.tokens.vB, market.accounts.stranger])
      expect(await sample(other)).toBeUndefined()
    for (const [name, value] of [
      ['stETH()', '0x'],
      ['getTotalPooledEther()', '0x'],
      ['getTotalPooledEther()', 0n],
      ['getTotalPooledEther()', 10n ** 24n],
      ['getTotalShares()', '0x'],
      ['getTotalShares()', 1n],
      ['getExternalShares()', 1n],
      ['getExternalEther()', 10n],
      ['isStopped()', '0x'],
      ['totalSupply()', '0x'],
      ['totalSupply()', 2n ** 200n],
      ['getWstETHByStETH(uint256)', 10n ** 18n],
      ['getStETHByWstETH(uint256)', '0x'],
    ] as const)
      expect(await sample(wstEth, pretend({ [toFunctionSelector(name)]: value })), name).toBeUndefined()
  })

  it('reads the rate, the wrapped amount and a halt in each block, with or without external shares', async () => {
    const { wstEth, report, stop, getRate } = await addTrader()
    const module = createModule(wstEth)
    for (const elsewhere of [0n, 10n ** 21n + 1n]) {
      await report(1_231_072n, elsewhere)
      const { ether, shares } = await getRate()
      const [pool] = await module.sample(read)
      expect(pool?.spot).toEqual({ numerator: shares, denominator: ether })
      const abi = market.abiOf('TestWstEth')
      const supply = await market.client.readContract({ address: wstEth, abi, functionName: 'totalSupply' })
      const most = shares + elsewhere - (supply as bigint)
      expect([most, most + 1n].map((amount) => pool?.exactOutput(true, amount)).map(Boolean)).toEqual([
        true,
        false,
      ])
      expect(pool?.isHealthy).toBe(true)
    }
    await report(1_231_073n)
    const earlier = ['getExternalEther()', 'getExternalShares()'].map((name) => [
      toFunctionSelector(name),
      '0x' as const,
    ])
    const [before] = await module.sample(pretend(Object.fromEntries(earlier)))
    expect(before?.isHealthy).toBe(true)
    await stop(true)
    expect((await module.sample(read))[0]?.isHealthy).toBe(false)
    await stop(false)
    expect((await module.sample(read))[0]?.isHealthy).toBe(true)
  })
})
