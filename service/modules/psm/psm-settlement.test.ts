import { type Address, numberToHex, toFunctionSelector } from 'viem'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  buyGem,
  encodeBuy,
  encodeRoute,
  SOURCE,
  type Step,
  sellGem,
  toDai,
  toPortion,
  toUsds,
  v2,
  WHOLE,
} from '../../../contracts/testing/route.ts'
import { setupMarket } from '../../../contracts/testing/setup-market.ts'
import { UNIT } from '../../../contracts/testing/start-market.ts'
import { withSources } from '../../../contracts/testing/with-sources.ts'
import { loadArtifacts } from '../../../devnet/bytecode/artifacts.ts'
import { HALTED } from '../../../devnet/deployers/savings/deploy-psm.ts'
import { priceV2, quoteV2 } from '../../../devnet/deployers/uniswap/deploy-uniswap.ts'
import { createRandom } from '../../../wire/testing/random.ts'
import { decodeAggregate, encodeAggregate } from '../../chain/rpc/aggregate-codec.ts'
import type { BlockReader } from '../core/module.ts'
import type { Pool } from '../core/pool.ts'
import { createPsmModule } from './psm-module.ts'

/** Base units with 18 decimals for one of a coarse gem. */
const FACTOR = 10n ** 12n
const INPUT = 1_000n * UNIT + 7n
const GROSS = 10n * UNIT + 3n
/** Exceeds the cost of every purchase in this file. */
const BUDGET = 100n * UNIT
/** `npm test` runs the first draws of `npm run proof fuzz`. */
const QUOTES = process.env.SLUICE_FUZZ === 'all' ? 800 : 60
/** Fees in wad: zero, usual ones, one that leaves little, and one with many significant digits. */
const FEES = [0n, 100_000_000_000_000n, 10_000_000_000_000_001n, UNIT - 1n, UNIT / 3n]
const WRONG_TOKEN = toFunctionSelector('WrongToken(address)')
const UNKNOWN_SOURCE = toFunctionSelector('UnknownSource(uint8)')
/** Index of the source, after the sources that every settlement of `withSources` has. */
const source = 3
const { multicall3 } = loadArtifacts()
const market = setupMarket()

type Trader = Awaited<ReturnType<typeof withSources>>
type Trade = { inputToken: Address; outputToken: Address; amount: bigint }

const read: BlockReader = async (calls) => {
  const { data = '0x' } = await market.client.call({ to: multicall3.address, data: encodeAggregate(calls) })
  return decodeAggregate(data, calls.length)
}

beforeAll(() => market.client.setCode({ address: multicall3.address, bytecode: multicall3.runtimeCode }))

const createModule = (psm: Address) =>
  createPsmModule({ kind: 'psm', index: source, module: 'psm', name: 'A module', factory: psm })

const sample = async (psm: Address, reader = read) => (await createModule(psm).sample(reader))[0]

async function expectEmptyHands(trader: Trader, tokens: readonly Address[], psm: Address) {
  for (const token of tokens) {
    expect(await market.allowanceOf(token, trader.executor, psm)).toBe(0n)
    for (const holder of [trader.executor, trader.settlement])
      expect(await market.balanceOf(token, holder)).toBe(0n)
  }
}

/** Sells an amount along a route, and returns the cost and the gross output. */
async function sell(trader: Trader, { inputToken, outputToken, amount }: Trade, ...steps: Step[]) {
  await trader.fund(inputToken, amount)
  const { inputSpent, outputReceived, treasuryPaid } = await trader.swap(
    { inputToken, outputToken, inputAmount: amount },
    encodeRoute(...steps),
  )
  return { cost: inputSpent, gross: outputReceived + treasuryPaid }
}

/** Buys an amount for at most `most`, and returns the cost and the gross output. */
async function buy(trader: Trader, order: Trade & { most: bigint }, ...steps: Step[]) {
  const { inputToken, outputToken, amount, most } = order
  await trader.fund(inputToken, most)
  const { inputSpent, outputReceived, treasuryPaid } = await trader.swap(
    { inputToken, outputToken, inputAmount: most },
    encodeBuy(amount, ...steps),
  )
  return { cost: inputSpent, gross: outputReceived + treasuryPaid }
}

/** A module of a coarse gem and `a`, with its own settlement. */
async function addCoarse() {
  const gem = await market.deploy('CoarseToken')
  const { a } = market.tokens
  const module = await market.addPsm([gem, a])
  return { ...module, a, trader: await withSources(market, module.source) }
}

/** A wrapper that converts the token of an inner module into another one. */
async function addWrapped() {
  const inner = await market.addPsm([await market.deploy('CoarseToken'), market.tokens.c])
  const dai = await market.deploy('PlainToken')
  const { psm, source: row } = await market.addPsmWrapper(inner.psm, dai)
  return { ...inner, psm, inner: inner.psm, dai, trader: await withSources(market, row) }
}

/** A module of a gem with 18 decimals that refuses to change an allowance and returns nothing. */
async function addOdd() {
  const module = await market.addPsm([market.tokens.usdt, market.tokens.b])
  return { ...module, trader: await withSources(market, module.source) }
}

describe.each([
  ['of a gem with six decimals', addCoarse],
  ['for another token than its inner module', addWrapped],
  ['of a gem with 18 decimals that returns nothing', addOdd],
] as const)('a peg stability module %s', (_, add) => {
  it(`trades as quoted to the wei, ${QUOTES} times in all sizes and fees, both ways, and ends in the predicted state`, async () => {
    const { psm, file, factor, trader } = await add()
    const module = createModule(psm)
    const random = createRandom(62)
    const traded = { sales: 0, purchases: 0 }
    for (let i = 0; i < QUOTES; i += 1) {
      if (i % 8 === 0) await file(random.pick(FEES), random.pick(FEES))
      const [pool] = await module.sample(read)
      if (!pool) throw new Error('No module')
      const isGemSold = random.chance(50)
      const [inputToken, outputToken] = isGemSold ? pool.tokens : [pool.tokens[1], pool.tokens[0]]
      const isSale = random.chance(50)
      const digits = isSale === isGemSold ? 11 - Math.log10(Number(factor)) + 12 : 23
      const amount = 10n ** BigInt(random.below(Math.floor(digits))) * BigInt(1 + random.below(9)) + 3n
      const quote = isSale ? pool.exactInput(isGemSold, amount) : pool.exactOutput(isGemSold, amount)
      const kept = pool.step(isGemSold)
      if (!quote || !kept) continue
      const step = { ...kept, portion: WHOLE, tokenIn: inputToken, tokenOut: outputToken }
      const order = { inputToken, outputToken, amount }
      if (isSale) {
        const { cost, gross } = await sell(trader, order, step)
        expect(gross).toBe(quote.amountOut)
        // Less than the price of one more gem is refunded.
        expect(cost).toBe(isGemSold ? amount : pool.exactOutput(false, quote.amountOut)?.amountIn)
        traded.sales += 1
      } else {
        const { cost, gross } = await buy(trader, { ...order, most: quote.amountIn + 9n }, step)
        expect(cost).toBe(quote.amountIn)
        expect(gross).toBe(pool.exactInput(isGemSold, cost)?.amountOut)
        expect(gross - amount).toBeLessThan(isGemSold ? factor : 1n)
        traded.purchases += 1
      }
      const [left] = await module.sample(read)
      expect(left?.fingerprint()).toBe(quote.after().fingerprint())
      await expectEmptyHands(trader, pool.tokens, psm)
    }
    expect(traded.sales).toBeGreaterThan(QUOTES / 4)
    expect(traded.purchases).toBeGreaterThan(QUOTES / 4)
  })

  it('trades as much as it can pay and may take, and rejects more', async () => {
    const { psm, gem, dai, factor, trader, pocket } = await add()
    const pool = await sample(psm)
    const [gems, paid] = pool?.depth ?? []
    if (!pool || !gems || !paid) throw new Error('The module holds nothing')
    expect(gems).toBe(await market.balanceOf(gem, pocket))
    const most = (paid * UNIT) / (factor * (UNIT - 300_000_000_000_000n))
    const sale = { inputToken: gem, outputToken: dai }
    const step = sellGem(gem, dai, { source })
    expect(pool.exactInput(true, most)).toBeDefined()
    expect(pool.exactInput(true, most + 1n)).toBeUndefined()
    await trader.fund(gem, most + 1n)
    const refused = trader.tryOut({ ...sale, inputAmount: most + 1n }, encodeRoute(step))
    await expect(refused).rejects.toThrow()
    await trader.tryOut({ ...sale, inputAmount: most }, encodeRoute(step))

    const price = pool.exactOutput(false, gems)?.amountIn ?? 0n
    expect(price).toBeGreaterThan(gems * factor)
    expect(pool.exactOutput(false, gems + 1n)).toBeUndefined()
    const purchase = { inputToken: dai, outputToken: gem, inputAmount: 2n * price }
    await trader.fund(dai, 2n * price)
    const wanted = (amount: bigint) => encodeBuy(amount, buyGem(dai, gem, { source }))
    await expect(trader.tryOut(purchase, wanted(gems + 1n))).rejects.toThrow()
    await trader.tryOut(purchase, wanted(gems))
  })

  it('halts each direction separately: it is not quoted then, and rejects trades', async () => {
    const { psm, gem, dai, file, trader } = await add()
    const amount = 1_000n
    await trader.fund(gem, amount)
    await trader.fund(dai, BUDGET)
    const quotes = async () => {
      const pool = await sample(psm)
      return [pool?.exactInput(true, amount), pool?.exactOutput(false, amount / 2n)].map(Boolean)
    }
    const trades = async (step: Step, inputAmount: bigint) => {
      const order = { inputToken: step.tokenIn, outputToken: step.tokenOut, inputAmount }
      const tried = [encodeRoute(step), encodeBuy(amount / 2n, step)].map((route) =>
        trader.tryOut(order, route).then(
          () => true,
          () => false,
        ),
      )
      const [sale, purchase] = await Promise.all(tried)
      expect(sale).toBe(purchase)
      return sale
    }
    const state = async () => ({
      quotes: await quotes(),
      trades: [
        await trades(sellGem(gem, dai, { source }), amount),
        await trades(buyGem(dai, gem, { source }), BUDGET),
      ],
    })
    const all = [
      [0n, 0n, [true, true]],
      [HALTED, 0n, [false, true]],
      [0n, HALTED, [true, false]],
      [HALTED, HALTED, [false, false]],
    ] as const
    for (const [tin, tout, open] of all) {
      await file(tin, tout)
      expect(await state()).toEqual({ quotes: open, trades: open })
    }
    expect((await sample(psm))?.isHealthy).toBe(false)
  })
})

describe('a peg stability module in a route', () => {
  it('can be before and after other steps, and shares its input with them', async () => {
    const { psm, gem, a, trader } = await addCoarse()
    const { b } = market.tokens
    const [into, out] = [sellGem(gem, a, { source }), buyGem(a, gem, { source })]
    const pool = await sample(psm)
    if (!pool) throw new Error('No module')
    const gems = INPUT / FACTOR

    const paid = pool.exactInput(true, gems)?.amountOut ?? 0n
    const first = await sell(trader, { inputToken: gem, outputToken: b, amount: gems }, into, v2(a, b))
    expect(first).toEqual({ cost: gems, gross: quoteV2(paid) })

    const id = await market.client.snapshot()
    const brought = await sell(trader, { inputToken: b, outputToken: a, amount: INPUT }, v2(b, a))
    await market.client.revert({ id })
    const swapped = await sell(trader, { inputToken: b, outputToken: gem, amount: INPUT }, v2(b, a), out)
    expect(swapped).toEqual({ cost: INPUT, gross: pool.exactInput(false, brought.gross)?.amountOut })

    const part = { ...out, portion: toPortion(50) }
    const split = await sell(trader, { inputToken: a, outputToken: gem, amount: INPUT }, part, out)
    expect(split.gross).toBeGreaterThanOrEqual((pool.exactInput(false, INPUT)?.amountOut ?? 0n) - 1n)
    await expectEmptyHands(trader, [gem, a, b], psm)
  })

  it('leaves less than the price of a gem to the trader, of the input and of an intermediate token', async () => {
    const { psm, gem, a, trader } = await addCoarse()
    const { b } = market.tokens
    const account = market.accounts.trader
    const owned = await market.balanceOf(a, account)
    const out = buyGem(a, gem, { source })
    const direct = await sell(trader, { inputToken: a, outputToken: gem, amount: INPUT }, out)
    const left = (await market.balanceOf(a, account)) - owned
    expect(left).toBe(INPUT - direct.cost)
    expect(left).toBeGreaterThan(0n)
    expect(left).toBeLessThan(FACTOR * 2n)

    const held = await market.balanceOf(a, account)
    await sell(trader, { inputToken: b, outputToken: gem, amount: INPUT }, v2(b, a), out)
    const between = (await market.balanceOf(a, account)) - held
    expect(between).toBeGreaterThan(0n)
    expect(between).toBeLessThan(FACTOR * 2n)
    await expectEmptyHands(trader, [gem, a, b], psm)
  })

  it('buys through other pools, before and after it, at the price of each', async () => {
    const { psm, gem, a, trader } = await addCoarse()
    const { b } = market.tokens
    const account = market.accounts.trader
    const pool = await sample(psm)
    if (!pool) throw new Error('No module')
    const gems = GROSS / FACTOR

    const id = await market.client.snapshot()
    const bought = await buy(
      trader,
      { inputToken: b, outputToken: gem, amount: gems, most: BUDGET },
      v2(b, a),
      buyGem(a, gem, { source }),
    )
    const price = pool.exactOutput(false, gems)?.amountIn ?? 0n
    expect(bought).toEqual({ cost: priceV2(price), gross: gems })
    await market.client.revert({ id })

    // The pair receives its price, and the trader the surplus of the last gem.
    const [{ ab }, owned] = [market.pairs, await market.balanceOf(a, account)]
    const paired = await market.balanceOf(a, ab)
    const most = BUDGET / FACTOR
    const through = await buy(
      trader,
      { inputToken: gem, outputToken: b, amount: GROSS, most },
      sellGem(gem, a, { source }),
      v2(a, b),
    )
    const asked = priceV2(GROSS)
    const swap = pool.exactOutput(true, asked)
    expect(through).toEqual({ cost: swap?.amountIn, gross: GROSS })
    expect((await market.balanceOf(a, ab)) - paired).toBe(asked)
    const brought = pool.exactInput(true, swap?.amountIn ?? 0n)?.amountOut ?? 0n
    expect((await market.balanceOf(a, account)) - owned).toBe(brought - asked)
    expect(brought - asked).toBeGreaterThan(0n)
    await expectEmptyHands(trader, [gem, a, b], psm)
  })

  it('buys a share of the amount needed beside another pool', async () => {
    const { psm, gem, a, trader } = await addCoarse()
    const { b } = market.tokens
    const account = market.accounts.trader
    await market.mint(b, account, BUDGET)
    const half = { ...v2(b, a), portion: toPortion(50) }
    const through = [v2(b, a, { source: SOURCE.v2Fork }), half] as const
    const bought = await buy(
      trader,
      { inputToken: b, outputToken: gem, amount: GROSS / FACTOR, most: BUDGET },
      ...through,
      buyGem(a, gem, { source }),
    )
    expect(bought.gross).toBe(GROSS / FACTOR)
    const wanted = { inputToken: gem, outputToken: a, amount: GROSS, most: BUDGET / FACTOR }
    const direct = sellGem(gem, a, { source })
    const shared = await buy(trader, wanted, direct, { ...direct, portion: toPortion(40) })
    expect(shared.gross).toBeGreaterThanOrEqual(GROSS)
    expect(shared.gross).toBeLessThan(GROSS + 2n * FACTOR)
    await expectEmptyHands(trader, [gem, a, b], psm)
  })

  it('is rejected if the step names another source, the other direction or another token', async () => {
    const { gem, a, trader } = await addCoarse()
    const { b, c } = market.tokens
    const right = sellGem(gem, a, { source })
    await trader.fund(gem, INPUT)
    await trader.fund(a, INPUT)
    const attempts: [Step, string][] = [
      [{ ...right, source: SOURCE.v2 }, UNKNOWN_SOURCE],
      [{ ...right, source: 4 }, UNKNOWN_SOURCE],
      [v2(gem, a, { source }), UNKNOWN_SOURCE],
      [{ ...right, kind: 4 }, UNKNOWN_SOURCE],
      [{ ...right, kind: 10 }, 'reverted'],
      [{ ...right, kind: 15 }, 'reverted'],
      [{ ...right, kind: 16 }, 'reverted'],
      [{ ...right, kind: 17 }, UNKNOWN_SOURCE],
      [{ ...right, kind: 19 }, UNKNOWN_SOURCE],
      [{ ...right, kind: 21 }, 'UnknownKind'],
      [sellGem(gem, b, { source }), WRONG_TOKEN],
      [buyGem(a, c, { source }), WRONG_TOKEN],
      [buyGem(gem, a, { source }), WRONG_TOKEN],
      [sellGem(a, gem, { source }), WRONG_TOKEN],
      [sellGem(a, a, { source }), 'reverted'],
    ]
    for (const [step, error] of attempts) {
      const trade = { inputToken: step.tokenIn, outputToken: step.tokenOut, inputAmount: 1_000_000n }
      await expect(trader.tryOut(trade, encodeRoute(step))).rejects.toThrow(error)
      await expect(trader.tryOut(trade, encodeBuy(1_000n, step))).rejects.toThrow(error)
    }
    const trade = { inputToken: gem, outputToken: a, inputAmount: 1_000_000n }
    expect(await trader.tryOut(trade, encodeRoute(right))).toBeGreaterThan(0n)
  })

  it('fails the minimum or the maximum if it raised its fee or halted since the quote', async () => {
    const { psm, gem, a, file, trader } = await addCoarse()
    const pool = await sample(psm)
    const [sold, bought] = [pool?.exactInput(true, 1_000_000n), pool?.exactOutput(false, 1_000_000n)]
    if (!sold || !bought) throw new Error('No quote')
    await trader.fund(gem, sold.amountIn)
    await trader.fund(a, bought.amountIn)
    const sale = {
      inputToken: gem,
      outputToken: a,
      inputAmount: sold.amountIn,
      minOutputAmount: sold.amountOut - (sold.amountOut * 3n) / 10_000n,
    }
    const purchase = { inputToken: a, outputToken: gem, inputAmount: bought.amountIn }
    const routes = {
      sale: encodeRoute(sellGem(gem, a, { source })),
      purchase: encodeBuy(1_000_000n, buyGem(a, gem, { source })),
    }
    await file(300_000_000_000_000n + FACTOR, 700_000_000_000_007n + FACTOR)
    await expect(trader.tryOut(sale, routes.sale)).rejects.toThrow('InsufficientOutput')
    await expect(trader.tryOut(purchase, routes.purchase)).rejects.toThrow('TransferFailed')
    await file(HALTED, HALTED)
    await expect(trader.tryOut(sale, routes.sale)).rejects.toThrow()
    await expect(trader.tryOut(purchase, routes.purchase)).rejects.toThrow()
    expect(await market.balanceOf(gem, market.accounts.trader)).toBe(sold.amountIn)
    await file(300_000_000_000_000n, 700_000_000_000_007n)
    expect(await trader.tryOut(sale, routes.sale)).toBe(sale.minOutputAmount)
    expect(await trader.tryOut(purchase, routes.purchase)).toBeGreaterThan(0n)
  })
})

describe("Sky's converter of DAI and USDS", () => {
  /** The converter of `a` and another token, with its own settlement. */
  async function addConverter() {
    const usds = await market.deploy('PlainToken')
    const { a } = market.tokens
    const { source: row, ...converter } = await market.addDaiUsds([a, usds])
    for (const token of [a, usds]) await market.mint(token, market.accounts.stranger, 10n ** 24n)
    const [into, out] = [toUsds(a, usds, { source }), toDai(usds, a, { source })]
    return { ...converter, a, into, out, trader: await withSources(market, row) }
  }

  it(`converts one for one as quoted, ${QUOTES} times, both ways, and ends in the predicted state`, async () => {
    const { converter, trader, a, usds } = await addConverter()
    for (const token of [a, usds]) await trader.fund(token, 10n ** 26n)
    const module = createModule(converter)
    const random = createRandom(64)
    for (let i = 0; i < QUOTES; i += 1) {
      const [pool] = await module.sample(read)
      if (!pool) throw new Error('No converter')
      const [isDaiSold, isSale] = [random.chance(50), random.chance(50)]
      const amount = 10n ** BigInt(random.below(23)) * BigInt(1 + random.below(9)) + 3n
      const quote = isSale ? pool.exactInput(isDaiSold, amount) : pool.exactOutput(isDaiSold, amount)
      const kept = pool.step(isDaiSold)
      if (!quote || !kept) throw new Error('No quote')
      expect([quote.amountIn, quote.amountOut]).toEqual([amount, amount])
      const [inputToken, outputToken] = isDaiSold ? [a, usds] : [usds, a]
      const step = { ...kept, portion: WHOLE, tokenIn: inputToken, tokenOut: outputToken }
      const { inputSpent, outputReceived, treasuryPaid } = await trader.swap(
        { inputToken, outputToken, inputAmount: isSale ? amount : amount + 9n },
        isSale ? encodeRoute(step) : encodeBuy(amount, step),
      )
      expect([inputSpent, outputReceived + treasuryPaid]).toEqual([amount, amount])
      await expectEmptyHands(trader, [a, usds], converter)
      const [left] = await module.sample(read)
      // This port keeps the tokens that Sky's converter burns.
      expect(left?.depth[isDaiSold ? 0 : 1]).toBe(quote.after().depth[isDaiSold ? 0 : 1])
    }
  })

  it('can be before and after other steps, in sales and purchases', async () => {
    const { converter, trader, a, usds, into, out } = await addConverter()
    const { b } = market.tokens
    const sold = { inputToken: usds, outputToken: b, amount: INPUT }
    const id = await market.client.snapshot()
    expect(await sell(trader, sold, out, v2(a, b))).toEqual({ cost: INPUT, gross: quoteV2(INPUT) })
    await market.client.revert({ id })
    const bought = { inputToken: b, outputToken: usds, amount: GROSS, most: BUDGET }
    expect(await buy(trader, bought, v2(b, a), into)).toEqual({ cost: priceV2(GROSS), gross: GROSS })
    await expectEmptyHands(trader, [a, b, usds], converter)
  })

  it('is rejected if the step names the other direction, another token or a module, and closes with its join', async () => {
    const { converter, trader, a, usds, into, out, cage } = await addConverter()
    const { b } = market.tokens
    await trader.fund(a, INPUT)
    await trader.fund(usds, INPUT)
    const attempts: [Step, string][] = [
      [{ ...into, kind: 16 }, WRONG_TOKEN],
      [{ ...out, kind: 15 }, WRONG_TOKEN],
      [{ ...into, kind: 13 }, WRONG_TOKEN],
      [{ ...into, kind: 14 }, 'reverted'],
      [{ ...into, source: 4 }, UNKNOWN_SOURCE],
      [toUsds(a, b, { source }), WRONG_TOKEN],
      [toDai(usds, b, { source }), WRONG_TOKEN],
    ]
    for (const [step, error] of attempts) {
      const trade = { inputToken: step.tokenIn, outputToken: step.tokenOut, inputAmount: 1_000_000n }
      for (const route of [encodeRoute(step), encodeBuy(1_000n, step)])
        await expect(trader.tryOut(trade, route)).rejects.toThrow(
          [13, 14].includes(step.kind) ? 'reverted' : error,
        )
    }
    expect((await sample(converter))?.exactInput(false, INPUT)).toBeDefined()
    await cage()
    const pool = await sample(converter)
    expect([pool?.exactInput(true, INPUT), pool?.exactInput(false, INPUT)].map(Boolean)).toEqual([
      true,
      false,
    ])
    const trades = (step: Step) => ({
      inputToken: step.tokenIn,
      outputToken: step.tokenOut,
      inputAmount: 1_000n,
    })
    await expect(trader.tryOut(trades(out), encodeRoute(out))).rejects.toThrow('NOT_LIVE')
    expect(await trader.tryOut(trades(into), encodeRoute(into))).toBe(1_000n)
  })

  it('is not quoted if a token, the join or a supply does not answer', async () => {
    const { converter } = await addConverter()
    expect((await sample(converter))?.tokens).toEqual((await sample(converter))?.identity.tokens)
    for (const name of ['dai()', 'usds()', 'daiJoin()', 'totalSupply()', 'live()']) {
      const told: BlockReader = async (calls) =>
        (await read(calls)).map((answer, i) =>
          calls[i]?.data.startsWith(toFunctionSelector(name)) ? undefined : answer,
        )
      expect(await sample(converter, told), name).toBeUndefined()
    }
    const withGem: BlockReader = async (calls) =>
      (await read(calls)).map((answer, i) =>
        calls[i]?.data === toFunctionSelector('gem()') ? numberToHex(1n, { size: 32 }) : answer,
      )
    expect(await sample(converter, withGem)).toBeUndefined()
  })
})

describe('the module of a peg stability module', () => {
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
  const selectorOf = (name: string) => toFunctionSelector(name)

  it('skips contracts without the interface, and modules whose factor contradicts the decimals', async () => {
    const { psm, a } = await addCoarse()
    expect(await sample(psm)).toBeDefined()
    for (const other of [a, market.conversions.tokens.vB, market.accounts.stranger])
      expect(await sample(other)).toBeUndefined()
    const lies = [
      { 'to18ConversionFactor()': 10n ** 13n },
      { 'decimals()': 6n },
      { 'decimals()': 19n },
      { 'tin()': UNIT + 1n },
      { 'tout()': HALTED - 1n },
      { 'tin()': '0x' as const },
      { 'gem()': '0x' as const },
    ]
    for (const lie of lies) {
      const told = Object.fromEntries(
        Object.entries(lie).map(([name, value]) => [selectorOf(name), value] as const),
      )
      expect(await sample(psm, pretend(told))).toBeUndefined()
    }
    const cut: BlockReader = async (calls) => (await read(calls)).map((answer) => answer && '0x12')
    expect(await sample(psm, cut)).toBeUndefined()
  })

  it('requests missing parts again until they answer, and changing values in each block', async () => {
    const { psm, file } = await addCoarse()
    const module = createModule(psm)
    expect(await module.sample(pretend({ [selectorOf('pocket()')]: '0x' }))).toEqual([])
    const [first] = await module.sample(read)
    await file(0n, 0n)
    const [second] = await module.sample(read)
    expect([first?.fee, second?.fee]).toEqual([300, 0])
  })

  it('counts the allowance of the pocket, and the balance of the inner module', async () => {
    const { psm, allow, pocket, gem } = await addCoarse()
    const held = await market.balanceOf(gem, pocket)
    await allow(5n)
    expect((await sample(psm))?.depth[0]).toBe(5n)
    await allow(HALTED)
    expect((await sample(psm))?.depth[0]).toBe(held)

    const wrapped = await addWrapped()
    const pool: Pool | undefined = await sample(wrapped.psm)
    expect(pool?.depth[1]).toBe(await market.balanceOf(market.tokens.c, wrapped.inner))
    expect(pool?.holder).toBe(wrapped.inner.toLowerCase())
    const abi = market.abiOf('TestPsmWrapper')
    await market.write(wrapped.psm, abi, 'cage', [])
    expect((await sample(wrapped.psm))?.isHealthy).toBe(false)
  })
})
