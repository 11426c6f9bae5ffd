import { type Address, zeroAddress } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { V3_FEE } from './testing/deploy-protocols.ts'
import { encodeRoute, portionOf, SOURCE, type Step, v2, v3 } from './testing/route.ts'
import { type Market, startMarket, TREASURY, UNIT } from './testing/start-market.ts'
import { NATIVE } from './testing/test-chain.ts'

const CASES = 300
const SEED = 20260701
const MAX_UINT256 = 2n ** 256n - 1n

let market: Market

beforeAll(async () => {
  market = await startMarket()
  const { trader } = market.accounts
  const { a, b, c, usdt, taxed, weth } = market.tokens
  for (const token of [a, b, c, usdt, taxed, weth]) {
    await market.mint(token, trader, 10_000_000n * UNIT)
    await market.approve(token, market.settlement, MAX_UINT256)
  }
  await market.client.setBalance({ address: trader, value: 10_000_000n * UNIT })
})
afterAll(() => market?.stop())

it(`keeps its promises over ${CASES} random trades`, async () => {
  const random = createRandom(SEED)
  const { trader, receiver, partner } = market.accounts
  let traded = 0
  let refused = 0

  for (let i = 0; i < CASES; i += 1) {
    const { inputToken, outputToken, route } = drawRoute(random)
    const inputAmount = random.amount()
    const terms = {
      inputToken,
      outputToken,
      inputAmount,
      outputReceiver: receiver,
      partner: random.chance(60) ? partner : zeroAddress,
      partnerFeeBps: 0n,
      settlementFee: random.chance(50) ? (inputAmount * BigInt(random.below(2_000))) / 10_000n : 0n,
      surplusThreshold: random.chance(50) ? MAX_UINT256 : random.around(inputAmount),
      minOutputAmount: random.chance(70) ? 1n : random.around(inputAmount) + 1n,
    }
    if (terms.partner !== zeroAddress) terms.partnerFeeBps = BigInt(random.below(1_001))
    const label = `case ${i}: ${JSON.stringify(terms, (_, value) => (typeof value === 'bigint' ? `${value}` : value))}`

    const before = await balances(inputToken, outputToken)
    const swapped = await market.swap(terms, encodeRoute(...route)).catch((error: Error) => {
      expect(error.message, label).toContain('InsufficientOutput')
    })
    if (!swapped) {
      refused += 1
      continue
    }
    traded += 1
    const after = await balances(inputToken, outputToken)

    expect(await market.heldByContracts(), label).toEqual([])
    expect(after.receiver - before.receiver, label).toBe(swapped.outputReceived)
    expect(swapped.outputReceived, label).toBeGreaterThanOrEqual(terms.minOutputAmount)
    expect(swapped.inputSpent, label).toBeLessThanOrEqual(inputAmount)
    if (inputToken !== NATIVE && inputToken !== market.tokens.taxed) {
      expect(before.trader - after.trader, label).toBe(swapped.inputSpent)
    }
    // What a token burns on its way is in nobody's balance, and the model below cannot see it.
    if (outputToken === market.tokens.taxed) continue
    expect(after.partner - before.partner, label).toBe(swapped.partnerPaid)
    expect(after.treasury - before.treasury, label).toBe(swapped.treasuryPaid)
    const gross = swapped.outputReceived + swapped.partnerPaid + swapped.treasuryPaid
    expect({ partner: swapped.partnerPaid, treasury: swapped.treasuryPaid }, label).toEqual(
      expectedShares(gross, terms),
    )
  }
  expect(traded).toBeGreaterThan(CASES / 2)
  expect(refused).toBeGreaterThan(0)

  async function balances(inputToken: Address, outputToken: Address) {
    return {
      trader: await market.balanceOf(inputToken, trader),
      receiver: await market.balanceOf(outputToken, receiver),
      partner: await market.balanceOf(outputToken, partner),
      treasury: await market.balanceOf(outputToken, TREASURY),
    }
  }
}, 180_000)

interface Terms {
  partner: Address
  partnerFeeBps: bigint
  settlementFee: bigint
  surplusThreshold: bigint
  minOutputAmount: bigint
}

/** The published rules, written a second time. */
function expectedShares(gross: bigint, terms: Terms) {
  const least = (gross * 3n) / 10_000n
  const fee = larger(least, smaller(terms.settlementFee, gross / 10n))
  const partnerFee = (gross * terms.partnerFeeBps) / 10_000n
  const net = gross - fee - partnerFee
  const kept = larger(terms.surplusThreshold, terms.minOutputAmount)
  const third = (smaller(larger(net - kept, 0n), gross / 20n) * 33n) / 100n
  if (terms.partner === zeroAddress) return { partner: 0n, treasury: fee + third }
  return { partner: partnerFee + fee / 2n + third, treasury: fee - fee / 2n + third }
}

function larger(x: bigint, y: bigint) {
  if (x > y) return x
  return y
}

function smaller(x: bigint, y: bigint) {
  return x + y - larger(x, y)
}

type Random = ReturnType<typeof createRandom>

/** A path of one to three hops, each over one or more of the pools of its pair, with odd portions. */
function drawRoute(random: Random) {
  const { a, b, c, usdt, taxed, weth } = market.tokens
  const neighbours = new Map<Address, Address[]>([
    [a, [b, weth, usdt, taxed]],
    [b, [a, c]],
    [c, [b]],
    [usdt, [a]],
    [taxed, [a]],
    [weth, [a]],
  ])
  const start = random.pick([a, b, c, usdt, taxed, weth])
  const path = [start]
  const hops = 1 + random.below(3)
  for (let hop = 0; hop < hops; hop += 1) {
    const next = neighbours.get(path.at(-1) ?? start)?.filter((token) => !path.includes(token)) ?? []
    if (next.length > 0) path.push(random.pick(next))
  }
  const end = path.at(-1) ?? start
  const named = (token: Address) => (token === weth && random.chance(70) ? NATIVE : token)
  const route = path.slice(1).flatMap((token, i) => drawHop(random, path[i] ?? start, token))
  return { inputToken: named(start), outputToken: named(end), route }
}

function drawHop(random: Random, tokenIn: Address, tokenOut: Address): Step[] {
  const { a, b, c, weth } = market.tokens
  const is = (x: Address, y: Address) =>
    (tokenIn === x && tokenOut === y) || (tokenIn === y && tokenOut === x)
  const available = [v2(tokenIn, tokenOut)]
  if (is(a, b)) available.push(v2(tokenIn, tokenOut, { source: SOURCE.v2Fork }))
  if (is(a, b) || is(b, c) || is(a, weth)) available.push(v3(tokenIn, tokenOut, V3_FEE))
  const chosen = available.filter(() => random.chance(60))
  const steps = chosen.length > 0 ? chosen : available.slice(0, 1)
  return steps.map((step, i) => {
    const whole = i === steps.length - 1 && random.chance(85)
    return whole ? step : { ...step, portion: portionOf(5 + random.below(90)) }
  })
}

/** A small generator of repeatable numbers (mulberry32). */
function createRandom(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    chance: (percent: number) => below(100) < percent,
    pick: <T>(values: readonly T[]): T => {
      const value = values[below(values.length)]
      if (value === undefined) throw new Error('Nothing to pick from.')
      return value
    },
    /** From a few base units to some thousand tokens. */
    amount: () => 10n ** BigInt(5 + below(16)) * BigInt(1 + below(900)) + BigInt(below(1_000_000)),
    /** Half to one and a half of an amount. */
    around: (amount: bigint) => (amount * BigInt(5_000 + below(10_000))) / 10_000n,
  }
}
