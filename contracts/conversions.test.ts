import { type Address, type Hex, parseAbi } from 'viem'
import { describe, expect, it } from 'vitest'
import type { SharesByToken } from '../devnet/deployers/aave/atoken-shares.ts'
import { quoteV2, V3_FEE } from '../devnet/deployers/uniswap/deploy-uniswap.ts'
import {
  balancer,
  deposit,
  encodeRoute,
  redeem,
  SOURCE,
  type Step,
  supply,
  toPortion,
  v2,
  v3,
  withdraw,
} from './testing/route.ts'
import { setupMarket } from './testing/setup-market.ts'
import { TREASURY, UNIT } from './testing/start-market.ts'

const market = setupMarket()
const INPUT = 1_000n * UNIT + 7n
const vaultAbi = parseAbi([
  'function totalAssets() view returns (uint256)',
  'function totalSupply() view returns (uint256)',
])

type Names = 'a' | 'b' | 'c' | 'usdt' | 'aA' | 'aUsdt' | 'vB'

const token = (name: Names): Address => ({ ...market.tokens, ...market.conversions.tokens })[name]
const near = (amount: bigint) => [amount - 1n, amount, amount + 1n]
/** Tolerates a unit for measuring the supply, and one for measuring the receiver's payment. */
const nearLent = (amount: bigint) => [amount - 2n, ...near(amount), amount + 2n]

/** Sells INPUT along a route, and checks that no balance and no allowance is left. */
async function sell(input: Names, output: Names, ...steps: Step[]) {
  await market.fund(token(input), INPUT)
  // Subtracts the remaining balance, because an interest-bearing balance grows before the sale.
  const trade = { inputToken: token(input), outputToken: token(output), inputAmount: INPUT }
  const before = await market.balanceOf(token(output), market.accounts.receiver)
  const lent = await market.lentSharesOf(market.settlement)
  const swapped = await market.swap(trade, encodeRoute(...steps))
  const after = await market.balanceOf(token(output), market.accounts.receiver)
  expect(near(after - before)).toContain(swapped.outputReceived)
  expect(await market.balanceOf(token(output), TREASURY)).toBeGreaterThan(0n)
  expect(near(INPUT)).toContain(swapped.inputSpent)
  await expectEmptyHands(lent)
  return swapped.outputReceived + swapped.treasuryPaid
}

async function expectEmptyHands(lentBefore?: SharesByToken) {
  expect(await market.heldByContracts(lentBefore)).toEqual([])
  expect(await market.openAllowances()).toEqual([])
}

async function getShares(assets: bigint) {
  const [total, supplied] = await vaultTotals()
  return (assets * (supplied + 1n)) / (total + 1n)
}

async function getAssets(shares: bigint) {
  const [total, supplied] = await vaultTotals()
  return (shares * (total + 1n)) / (supplied + 1n)
}

async function vaultTotals() {
  const read = (functionName: 'totalAssets' | 'totalSupply') =>
    market.client.readContract({ address: token('vB'), abi: vaultAbi, functionName })
  return [await read('totalAssets'), await read('totalSupply')] as const
}

describe('lending', () => {
  it.each([
    ['a', 'aA'],
    ['usdt', 'aUsdt'],
  ] as const)('supplies %s one for one', async (asset, lent) => {
    const gross = await sell(asset, lent, supply(token(asset), token(lent)))
    expect(nearLent(INPUT)).toContain(gross)
  })

  it.each([
    ['aA', 'a'],
    ['aUsdt', 'usdt'],
  ] as const)('withdraws %s one for one', async (lent, asset) => {
    const gross = await sell(lent, asset, withdraw(token(lent), token(asset)))
    expect(near(INPUT)).toContain(gross)
  })

  it('can be at either end of a path', async () => {
    const [a, b, aA] = [token('a'), token('b'), token('aA')]
    const bought = await market.quoteV3(b, a, INPUT)
    expect(nearLent(bought)).toContain(await sell('b', 'aA', v3(b, a, V3_FEE), supply(a, aA)))
    const sold = await market.quoteV3(a, b, INPUT)
    const gross = await sell('aA', 'b', withdraw(aA, a), v3(a, b, V3_FEE))
    // A unit more or less from the lending pool changes the output of the next pool.
    expect(near(sold)).toContain(gross)
  })

  it('pays what it withdraws straight into the pair that sells it next', async () => {
    const [a, b, aA] = [token('a'), token('b'), token('aA')]
    const sold = await sell('aA', 'b', withdraw(aA, a), v2(a, b))
    expect(sold).toBeGreaterThan((INPUT * 99n) / 100n)
  })

  it('converts one aToken into another through their assets', async () => {
    const [a, usdt, aA, aUsdt] = [token('a'), token('usdt'), token('aA'), token('aUsdt')]
    const sold = await sell('aA', 'aUsdt', withdraw(aA, a), v2(a, usdt), supply(usdt, aUsdt))
    expect(sold).toBeGreaterThan((INPUT * 98n) / 100n)
  })

  it('pays every receiver whatever the shares round to', async () => {
    const [a, aA] = [token('a'), token('aA')]
    const { partner, receiver } = market.accounts
    for (let i = 0n; i < 40n; i += 1n) {
      const id = await market.client.snapshot()
      const inputAmount = 1_000_003n + i * 7_919n
      await market.fund(a, inputAmount)
      const fee = (inputAmount * 3n) / 10_000n
      const expected = inputAmount - fee - (inputAmount * 77n) / 10_000n
      const trade = { inputToken: a, outputToken: aA, inputAmount, partner, partnerFeeBps: 77n }
      const lent = await market.lentSharesOf(market.settlement)
      const swapped = await market.swap(trade, encodeRoute(supply(a, aA)))
      expect(swapped.outputReceived).toBeGreaterThanOrEqual(expected - 2n)
      expect(swapped.outputReceived).toBeLessThanOrEqual(expected + 2n)
      expect(near(await market.balanceOf(aA, receiver))).toContain(swapped.outputReceived)
      await expectEmptyHands(lent)
      await market.client.revert({ id })
    }
  })

  it('may miss the minimum by one unit of rounding, and never by two', async () => {
    const [a, aA] = [token('a'), token('aA')]
    const { partner } = market.accounts
    const missing: bigint[] = []
    for (let i = 0n; i < 40n || (i < 400n && !missing.includes(1n)); i += 1n) {
      const id = await market.client.snapshot()
      // Rounding depends on the accrued interest, and so on the number of blocks.
      await market.client.increaseTime({ seconds: 86_400 * Number(1n + i) })
      const inputAmount = 1_000_003n + i * 7_919n
      await market.fund(a, inputAmount)
      const fee = (inputAmount * 3n) / 10_000n
      const minOutputAmount = inputAmount - fee - (inputAmount * 77n) / 10_000n
      const trade = { inputToken: a, outputToken: aA, inputAmount, partner, partnerFeeBps: 77n }
      const swapped = await market
        .swap({ ...trade, minOutputAmount }, encodeRoute(supply(a, aA)))
        .catch((error: Error) => {
          expect(error.message).toContain('InsufficientOutput')
        })
      if (swapped) missing.push(minOutputAmount - swapped.outputReceived)
      await market.client.revert({ id })
    }
    expect(missing).toContain(1n)
    expect(missing.every((units) => units <= 1n)).toBe(true)
  })

  it('rejects a token that the pool did not issue', async () => {
    const [a, b, aA, aUsdt] = [token('a'), token('b'), token('aA'), token('aUsdt')]
    await market.fund(a, INPUT)
    for (const fake of [b, aUsdt, market.tokens.hostile]) {
      const trade = { inputToken: a, outputToken: fake, inputAmount: INPUT }
      await expect(market.swap(trade, encodeRoute(supply(a, fake)))).rejects.toThrow('WrongToken')
    }
    const trade = { inputToken: a, outputToken: b, inputAmount: INPUT }
    await expect(market.swap(trade, encodeRoute(withdraw(a, b)))).rejects.toThrow()
    await expect(market.swap(trade, encodeRoute(supply(a, aA), withdraw(b, a)))).rejects.toThrow()
  })
})

describe('a vault', () => {
  it('issues and redeems shares at its own price', async () => {
    const [b, vB] = [token('b'), token('vB')]
    const shares = await getShares(INPUT)
    expect(await sell('b', 'vB', deposit(b, vB))).toBe(shares)
    const assets = await getAssets(INPUT)
    expect(near(assets)).toContain(await sell('vB', 'b', redeem(vB, b)))
  })

  it('can be at either end of a path', async () => {
    const [b, c, vB] = [token('b'), token('c'), token('vB')]
    const shares = await getShares(await market.quoteV3(c, b, INPUT))
    expect(await sell('c', 'vB', v3(c, b, V3_FEE), deposit(b, vB))).toBe(shares)
    expect(await sell('vB', 'c', redeem(vB, b), v2(b, c))).toBeGreaterThan(INPUT)
  })

  it('sells a part, and the rest is refunded', async () => {
    const [b, c, vB] = [token('b'), token('c'), token('vB')]
    await market.fund(vB, INPUT)
    const trade = { inputToken: vB, outputToken: c, inputAmount: INPUT }
    await market.swap(trade, encodeRoute(redeem(vB, b, { portion: toPortion(40) }), v2(b, c)))
    const left = INPUT - (INPUT * toPortion(40)) / (2n ** 64n - 1n)
    expect(await market.balanceOf(vB, market.accounts.trader)).toBe(left)
    await expectEmptyHands()
  })

  it('is rejected under the name of another token', async () => {
    const [a, b, vB] = [token('a'), token('b'), token('vB')]
    await market.fund(b, INPUT)
    await market.fund(vB, INPUT)
    const cases = [
      [b, a, deposit(b, a), 'WrongToken'],
      [b, a, redeem(b, a), 'WrongToken'],
      [vB, a, redeem(vB, a), 'WrongToken'],
      [b, vB, deposit(b, vB, { source: SOURCE.hostileVault }), 'WrongToken'],
      [b, vB, deposit(b, vB, { source: SOURCE.aave }), 'UnknownSource'],
      [vB, b, redeem(vB, b, { source: SOURCE.v2 }), 'UnknownSource'],
    ] as const
    for (const [inputToken, outputToken, step, error] of cases) {
      const swap = market.swap({ inputToken, outputToken, inputAmount: INPUT }, encodeRoute(step))
      await expect(swap).rejects.toThrow(error)
    }
    await market.fund(a, INPUT)
    const stranger = market.swap(
      { inputToken: a, outputToken: vB, inputAmount: INPUT },
      encodeRoute(deposit(a, vB)),
    )
    await expect(stranger).rejects.toThrow('ASSET')
  })
})

describe('a weighted pool', () => {
  it('swaps between any two of its tokens', async () => {
    const [a, c, usdt] = [token('a'), token('c'), token('usdt')]
    const { poolId } = market.conversions
    const quoted = await market.quoteBalancer(usdt, c, INPUT)
    expect(await sell('usdt', 'c', balancer(usdt, c, poolId))).toBe(quoted)
    const back = await market.quoteBalancer(c, a, INPUT)
    expect(await sell('c', 'a', balancer(c, a, poolId))).toBe(back)
  })

  it('can be within a path', async () => {
    const [a, b, c] = [token('a'), token('b'), token('c')]
    const { poolId } = market.conversions
    const last = await market.quoteBalancer(a, c, await market.quoteV3(b, a, INPUT))
    expect(await sell('b', 'c', v3(b, a, V3_FEE), balancer(a, c, poolId))).toBe(last)
    const first = await market.quoteBalancer(a, c, INPUT)
    expect(await sell('a', 'b', balancer(a, c, poolId), v2(c, b))).toBe(quoteV2(first))
  })

  it('is rejected if the vault does not know it', async () => {
    const [a, c] = [token('a'), token('c')]
    await market.fund(a, INPUT)
    const trade = { inputToken: a, outputToken: c, inputAmount: INPUT }
    const wrong: Hex = `0x${'12'.repeat(32)}`
    await expect(market.swap(trade, encodeRoute(balancer(a, c, wrong)))).rejects.toThrow('BAL#500')
    const wrongVault = balancer(a, c, market.conversions.poolId, { source: SOURCE.vault })
    await expect(market.swap(trade, encodeRoute(wrongVault))).rejects.toThrow('UnknownSource')
  })
})
