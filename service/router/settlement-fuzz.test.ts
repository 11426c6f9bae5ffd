import { type Address, zeroAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FUZZ_MARKETS } from '../../contracts/testing/fuzz-markets.ts'
import { getLinks, getStarts, type Link } from '../../contracts/testing/market-links.ts'
import { openTradeLedger } from '../../contracts/testing/open-trade-ledger.ts'
import { encodeBuy, encodeRoute } from '../../contracts/testing/route.ts'
import { type Market, startMarket, TREASURY, UNIT } from '../../contracts/testing/start-market.ts'
import { STABLESWAP_SCALES } from '../../devnet/deployers/curve/deploy-stableswap.ts'
import { NATIVE } from '../../devnet/setup/test-chain.ts'
import { createRandom, type Random } from '../../wire/testing/random.ts'
import { drawPath, drawPurchase, drawSale } from './testing/draw-route.ts'

const SEED = 20260701
/** Units that a purchase supplies or unwraps in addition, against the rounding of shares. */
const SUPPLIED_BEYOND = 8n
const CRYPTO_SWAP = 20
/** Base units of other tokens for one of a coarse coin of Curve's pool. */
const COARSE = STABLESWAP_SCALES[1]
const MAX_UINT256 = 2n ** 256n - 1n
/**
 * Shares that payments of stETH may leave with the settlement: less than one for the input and for
 * each of three payments.
 */
const MAX_STETH_LEFT = 3n
/** Smaller sales may round to zero in a step; a weighted pool rounds most coarsely. */
const MIN_SALE = 10n ** 13n
/** Smallest purchase that is split over several steps. */
const MIN_PARTED = 1_000n
/** Smallest sale through a coarse coin, whose unit is worth a tenth of this. */
const MIN_COARSE_SALE = 10n ** 15n
/**
 * Smallest sale through a CryptoSwap pool, whose invariant has an error of a hundred-trillionth of
 * its balances.
 */
const MIN_CRYPTO_SALE = 10n ** 16n
/**
 * Largest surplus of a purchase from a CryptoSwap pool: a millionth, and the error of its
 * invariant.
 */
const getCryptoSurplus = (amount: bigint) => amount / 1_000_000n + MIN_CRYPTO_SALE / 1_000n
/**
 * Errors of a CryptoSwap pool for amounts below the error of its invariant; without a reason if
 * only the timestamp matters.
 */
const HIDDEN = /Loss|Arithmetic operation|nothing|^Transaction 0x\w+ reverted\.$/
/** Error of the executor for a step that sells or buys less than a unit of a coarse coin. */
const BROUGHT_NOTHING = 'WrongToken'
/** Error of a Balancer V3 vault for less than a million units of 18 decimals. */
const TOO_SMALL = '0x1ed4d118'
/**
 * Errors of each kind of liquidity for amounts of zero or nearly zero: V2, V4, Balancer V3,
 * Algebra, Aerodrome, Aave's wrappers, V3, a weighted pool, Aave, pools of Curve's factories.
 */
const NOTHING =
  /INSUFFICIENT_(IN|OUT)PUT_AMOUNT|0xbe8b8507|0x57a456b7|0x1ed4d118|0x79db9840|0x42301c23|0x645f628e|reason:\s+(AS|BAL#510|26|terms)\s/

let market: Market

const getCoarse = () => market.stablePool.coins.slice(1, 3)
const isCoarse = (token: Address) => getCoarse().includes(token)
/** Output of a unit of a coarse coin in Curve's pool, which changes with each trade. */
function worthOfUnit(from: Address, to: Address): Promise<bigint> {
  const { coins, ask } = market.stablePool
  return ask('get_dy', coins.indexOf(from), coins.indexOf(to), 1n)
}
/** Tokens that exist only in some markets. */
function getFurther(): Address[] {
  const { boosted, lido, converter, savings } = market
  return [
    ...(boosted?.wrapped.map(({ wrapper }) => wrapper) ?? []),
    ...(lido ? [lido.stEth, lido.wstEth] : []),
    ...(converter ? [converter.usds] : []),
    ...Object.values(savings ?? {}).map(({ vault }) => vault),
  ]
}
const isCrypto = ({ step }: Link) => step.kind === CRYPTO_SWAP
/**
 * Returns whether a purchase failed because several links buy a coarse coin, one of them less than a unit.
 */
const isPartOfUnit = (bought: readonly Link[], message: string) =>
  message.includes(BROUGHT_NOTHING) &&
  getCoarse().some((coin) => message.includes(coin) && bought.filter(({ to }) => to === coin).length > 1)
const toUnits = (token: Address, amount: bigint) => (isCoarse(token) ? larger(amount / COARSE, 1n) : amount)

async function balances(inputToken: Address, outputToken: Address) {
  const { trader, receiver, partner } = market.accounts
  return {
    trader: await market.balanceOf(inputToken, trader),
    receiver: await market.balanceOf(outputToken, receiver),
    partner: await market.balanceOf(outputToken, partner),
    treasury: await market.balanceOf(outputToken, TREASURY),
  }
}

/** Returns whether the balances are rounded shares, as for aTokens and stETH. */
const isShared = (token: Address) => market.isLent(token) || token === market.lido?.stEth

/** Shares of the contracts before a trade, whose rounding may add some. */
async function getLeft() {
  const { lido, settlement, executor } = market
  const of = async (holder: Address) => (await lido?.sharesOf(holder)) ?? 0n
  const lent = await market.lentSharesOf(settlement)
  return { lent, stEth: { settlement: await of(settlement), executor: await of(executor) } }
}

async function expectEmptyHands(label: string, { lent, stEth }: Awaited<ReturnType<typeof getLeft>>) {
  expect(await market.heldByContracts(lent), label).toEqual([])
  expect(await market.openAllowances(), label).toEqual([])
  const { stEth: after } = await getLeft()
  expect(after.settlement - stEth.settlement, label).toBeLessThanOrEqual(MAX_STETH_LEFT)
  expect(after.executor - stEth.executor, label).toBeLessThanOrEqual(1n)
}

const parseLabel = (i: number, order: object) =>
  `case ${i}: ${JSON.stringify(order, (_, value) => (typeof value === 'bigint' ? `${value}` : value))}`

function drawFees(random: Random, amount: bigint) {
  const partner = random.chance(60) ? market.accounts.partner : zeroAddress
  return {
    partner,
    partnerFeeBps: partner === zeroAddress ? 0n : BigInt(random.below(1_001)),
    settlementFee: random.chance(50) ? (amount * BigInt(random.below(2_000))) / 10_000n : 0n,
  }
}

describe.each(FUZZ_MARKETS)('a market %s', (_, options, { kinds, joint, sales, purchases }) => {
  beforeAll(async () => {
    market = await startMarket(options)
    const { trader } = market.accounts
    const { a, b, c, usdt, taxed, weth } = market.tokens
    const { aA, aUsdt, vB } = market.conversions.tokens
    for (const token of [a, b, c, usdt, taxed, weth, aA, aUsdt, vB, ...getCoarse(), ...getFurther()]) {
      await market.mint(token, trader, toUnits(token, 10_000_000n * UNIT))
      await market.approve(token, market.settlement, MAX_UINT256)
    }
    await market.client.setBalance({ address: trader, value: 10_000_000n * UNIT })
  })
  afterAll(() => market?.stop())

  it('reports leftovers of a trade', async () => {
    const { client, executor, settlement, tokens, lido } = market
    const id = await client.snapshot()
    const further = getFurther().filter((token) => token !== lido?.stEth)
    for (const holder of [settlement, executor]) {
      for (const token of further) await market.mint(token, holder, MIN_SALE)
    }
    const held = await market.heldByContracts()
    expect(held).toHaveLength(2 * further.length)
    expect(new Set(held.map((line) => line.split(' ')[0]))).toEqual(new Set(['settlement:', 'executor:']))
    await client.impersonateAccount({ address: executor })
    await client.setBalance({ address: executor, value: UNIT })
    expect(await market.heldByContracts()).toEqual([...held, `executor: ${UNIT} native`])
    await market.approve(tokens.b, market.conversions.tokens.vB, 7n, executor)
    expect(await market.openAllowances()).toEqual(['vB: 7 b'])
    await client.revert({ id })
    expect(await market.heldByContracts()).toEqual([])
  })

  it(`keeps its promises in ${sales} random sales`, async () => {
    const random = createRandom(SEED)
    const links = getLinks(market, { taxed: true })
    const ledger = await openTradeLedger(market, getStarts(market, links))
    let traded = 0
    let refused = 0

    for (let i = 0; i < sales; i += 1) {
      const drawn = drawPath(market, random, { links, start: ledger.next() })
      const { inputToken, outputToken } = drawn
      const sold = drawSale(random, links, drawn)
      const route = encodeRoute(...sold.map(({ step }) => step))
      const inputAmount = toUnits(inputToken, random.amount())
      const order = {
        inputToken,
        outputToken,
        inputAmount,
        outputReceiver: market.accounts.receiver,
        ...drawFees(random, inputAmount),
        surplusThreshold: random.chance(50) ? MAX_UINT256 : random.around(inputAmount),
        minOutputAmount: random.chance(70) ? 1n : random.around(inputAmount) + 1n,
      }
      const label = parseLabel(i, order)

      const left = await getLeft()
      const before = await balances(inputToken, outputToken)
      const swapped = await market.swap(order, route).catch((error: Error) => {
        const isThroughCoarse = sold.some(({ from, to }) => isCoarse(from) || isCoarse(to))
        const isHidden = sold.some(isCrypto) && HIDDEN.test(error.message)
        const least = isHidden ? MIN_CRYPTO_SALE : isThroughCoarse ? MIN_COARSE_SALE : MIN_SALE
        const isOfNothing =
          isHidden ||
          NOTHING.test(error.message) ||
          (isThroughCoarse && error.message.includes(BROUGHT_NOTHING))
        if (!isOfNothing) expect(error.message, label).toContain('InsufficientOutput')
        // Any output meets a minimum of one unit.
        if (isOfNothing || order.minOutputAmount === 1n)
          expect(isCoarse(inputToken) ? inputAmount * COARSE : inputAmount, label).toBeLessThan(least)
      })
      if (!swapped) {
        refused += 1
        continue
      }
      traded += 1
      ledger.add(drawn.start, sold)
      const after = await balances(inputToken, outputToken)

      await expectEmptyHands(label, left)
      expect(swapped.outputReceived, label).toBeGreaterThanOrEqual(
        order.minOutputAmount - (isShared(outputToken) ? 1n : 0n),
      )
      expect(swapped.inputSpent, label).toBeLessThanOrEqual(inputAmount)
      if (inputToken !== NATIVE && inputToken !== market.tokens.taxed && !isShared(inputToken)) {
        expect(before.trader - after.trader, label).toBe(swapped.inputSpent)
      }
      if (isShared(outputToken)) continue
      expect(after.receiver - before.receiver, label).toBe(swapped.outputReceived)
      // The token burns part of each transfer, which the model below does not cover.
      if (outputToken === market.tokens.taxed) continue
      expect(after.partner - before.partner, label).toBe(swapped.partnerPaid)
      expect(after.treasury - before.treasury, label).toBe(swapped.treasuryPaid)
      const gross = swapped.outputReceived + swapped.partnerPaid + swapped.treasuryPaid
      expect({ partner: swapped.partnerPaid, treasury: swapped.treasuryPaid }, label).toEqual(
        expectedShares(gross, order),
      )
    }
    expect(traded).toBeGreaterThan(sales / 2)
    expect(refused).toBeGreaterThan(0)
    ledger.checkJoint(joint)
    await ledger.check(kinds)
  })

  it(`delivers to the wei in ${purchases} random purchases`, async () => {
    const random = createRandom(SEED + 1)
    const links = getLinks(market, { taxed: false })
    const ledger = await openTradeLedger(market, getStarts(market, links))

    for (let i = 0; i < purchases; i += 1) {
      const drawn = drawPath(market, random, { links, start: ledger.next() })
      const { path, inputToken, outputToken } = drawn
      const amount = toUnits(outputToken, random.amount())
      const bought = drawPurchase(random, links, drawn)
      if (!bought) continue
      // A smaller part could round to zero gems, which modules reject.
      const last = bought.filter(({ to }) => to === path.at(-1))
      const isParted = last.length > 1
      const gross = isParted ? larger(amount, MIN_PARTED) : amount
      const route = encodeBuy(gross, ...bought.map(({ step }) => step))
      const fees = { ...drawFees(random, gross), surplusThreshold: MAX_UINT256 }
      const shares = expectedShares(gross, { ...fees, minOutputAmount: 0n })
      const net = gross - shares.partner - shares.treasury
      const { trader, receiver } = market.accounts
      // The pools determine the cost; the trader offers up to half of the balance.
      const inputAmount = (await market.balanceOf(inputToken, trader)) / 2n
      const order = {
        inputToken,
        outputToken,
        inputAmount,
        minOutputAmount: net,
        outputReceiver: receiver,
        ...fees,
      }
      const label = parseLabel(i, order)

      const left = await getLeft()
      const before = await balances(inputToken, outputToken)
      const lentToReceiver = await market.lentSharesOf(receiver)
      const swapped = await market.swap(order, route).catch((error: Error) => {
        const isHidden = bought.some(isCrypto) && HIDDEN.test(error.message)
        if (!isHidden && !error.message.includes(TOO_SMALL) && !isPartOfUnit(bought, error.message))
          throw new Error(`${label}\n${path}\n${error.message}`)
        expect(gross, label).toBeLessThan(isHidden ? MIN_CRYPTO_SALE : MIN_SALE)
      })
      if (!swapped) continue
      ledger.add(drawn.start, bought)
      const after = await balances(inputToken, outputToken)

      await expectEmptyHands(label, left)
      expect(swapped.inputSpent, label).toBeLessThan(inputAmount)
      if (inputToken !== NATIVE && !isShared(inputToken)) {
        expect(before.trader - after.trader, label).toBe(swapped.inputSpent)
      }
      if (outputToken === market.lido?.stEth) {
        expect(swapped.outputReceived, label).toBeGreaterThanOrEqual(net)
        expect(swapped.outputReceived, label).toBeLessThanOrEqual(net + SUPPLIED_BEYOND)
        continue
      }
      if (market.isLent(outputToken)) {
        const shares = {
          settlement: left.lent.get(outputToken) ?? 0n,
          receiver: lentToReceiver.get(outputToken) ?? 0n,
        }
        expect(swapped, label).toMatchObject(
          await expectedOfLent(outputToken, { amount: gross, order, shares }),
        )
        expect(swapped.outputReceived, label).toBeGreaterThanOrEqual(net)
        continue
      }
      const sold = last.filter(({ from }) => isCoarse(from))
      if ((sold.length > 0 && !isCoarse(outputToken)) || last.some(isCrypto)) {
        // The smallest sufficient amount of a coarse coin brings more, by less than its last unit
        // brings.
        const brought = swapped.outputReceived + swapped.partnerPaid + swapped.treasuryPaid
        expect(brought, label).toBeGreaterThanOrEqual(gross)
        const worths = await Promise.all(sold.map(({ from }) => worthOfUnit(from, outputToken)))
        const beyond = last.some(isCrypto) ? getCryptoSurplus(gross) : 0n
        expect(brought, label).toBeLessThan(worths.reduce((most, worth) => most + 2n * worth, gross + beyond))
        const { partner, treasury } = expectedShares(brought, { ...fees, minOutputAmount: 0n })
        expect({ partner: swapped.partnerPaid, treasury: swapped.treasuryPaid }, label).toEqual({
          partner,
          treasury,
        })
        expect(after.receiver - before.receiver, label).toBe(swapped.outputReceived)
        continue
      }
      expect(swapped, label).toMatchObject({
        outputReceived: net,
        partnerPaid: shares.partner,
        treasuryPaid: shares.treasury,
      })
      expect(after.receiver - before.receiver, label).toBe(net)
    }
    expect(ledger.countJoint()).toBeGreaterThan(purchases / 30)
    await ledger.check(kinds)
  })
})

interface Trade {
  partner: Address
  partnerFeeBps: bigint
  settlementFee: bigint
  surplusThreshold: bigint
  minOutputAmount: bigint
}

/** A second implementation of the published fee rules. */
function expectedShares(gross: bigint, order: Trade) {
  const least = (gross * 3n) / 10_000n
  const fee = larger(least, smaller(order.settlementFee, gross / 10n))
  const partnerFee = (gross * order.partnerFeeBps) / 10_000n
  const net = gross - fee - partnerFee
  const kept = larger(order.surplusThreshold, order.minOutputAmount)
  const third = (smaller(larger(net - kept, 0n), gross / 20n) * 33n) / 100n
  if (order.partner === zeroAddress) return { partner: 0n, treasury: fee + third }
  return { partner: partnerFee + fee / 2n + third, treasury: fee - fee / 2n + third }
}

interface Purchase {
  amount: bigint
  order: Trade
  /** Shares before the trade. */
  shares: { settlement: bigint; receiver: bigint }
}

/** The exact result of a purchase of rounded shares, in the block just mined. */
async function expectedOfLent(token: Address, { amount, order, shares }: Purchase) {
  const { toShares, toAmount } = await market.latestRounding(token)
  const supplied = shares.settlement + toShares(amount + SUPPLIED_BEYOND)
  const gross = toAmount(supplied) - toAmount(shares.settlement)
  const { partner, treasury } = expectedShares(gross, order)
  const left = supplied - toShares(treasury) - toShares(partner)
  const paid = smaller(toShares(gross - treasury - partner), left)
  const outputReceived = toAmount(shares.receiver + paid) - toAmount(shares.receiver)
  return { outputReceived, partnerPaid: partner, treasuryPaid: treasury }
}

function larger(x: bigint, y: bigint) {
  if (x > y) return x
  return y
}

function smaller(x: bigint, y: bigint) {
  return x + y - larger(x, y)
}
