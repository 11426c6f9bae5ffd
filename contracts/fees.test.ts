import type { Address } from 'viem'
import { beforeAll, describe, expect, it } from 'vitest'
import { quoteV2 } from '../devnet/deployers/uniswap/deploy-uniswap.ts'
import { NATIVE } from '../devnet/setup/test-chain.ts'
import { encodeRoute, v2 } from './testing/route.ts'
import { setupMarket } from './testing/setup-market.ts'
import { type Market, TREASURY, UNIT } from './testing/start-market.ts'

const market = setupMarket()
let partner: Address

beforeAll(() => {
  partner = market.accounts.partner
})

const INPUT = 777n * UNIT + 13n
const GROSS = quoteV2(INPUT)
const bps = (amount: bigint, share: bigint) => (amount * share) / 10_000n
const third = (amount: bigint) => (amount * 33n) / 100n

/** Sells a for b, and checks the event against the balances. */
async function sell(order: Partial<Parameters<Market['fill']>[0]>) {
  const { a, b } = market.tokens
  await market.fund(a, INPUT)
  const route = encodeRoute(v2(a, b))
  const swapped = await market.swap({ inputToken: a, outputToken: b, inputAmount: INPUT, ...order }, route)
  expect(await market.balanceOf(b, market.accounts.receiver)).toBe(swapped.outputReceived)
  expect(await market.balanceOf(b, TREASURY)).toBe(swapped.treasuryPaid)
  expect(await market.balanceOf(b, partner)).toBe(swapped.partnerPaid)
  expect(swapped.outputReceived + swapped.treasuryPaid + swapped.partnerPaid).toBe(GROSS)
  expect(await market.heldByContracts()).toEqual([])
  return swapped
}

describe('the settlement fee', () => {
  it.each([
    ['is 3 bps without an amount in the call', 0n, bps(GROSS, 3n)],
    ['is 3 bps if the call carries less', bps(GROSS, 3n) - 1n, bps(GROSS, 3n)],
    ['is the amount in the call above that', bps(GROSS, 5n) + 1n, bps(GROSS, 5n) + 1n],
    ['accepts the floor of a small trade', bps(GROSS, 900n), bps(GROSS, 900n)],
    ['is at most a tenth of the output', bps(GROSS, 1000n) + 1n, bps(GROSS, 1000n)],
    ['ignores any amount above a tenth', 2n ** 256n - 1n, bps(GROSS, 1000n)],
  ])('%s', async (_, settlementFee, expected) => {
    expect(await sell({ settlementFee })).toMatchObject({ treasuryPaid: expected, partnerPaid: 0n })
  })

  it('is halved with a partner, and the treasury receives the odd unit', async () => {
    const fee = bps(GROSS, 4n) | 1n
    expect(await sell({ partner, settlementFee: fee })).toMatchObject({
      partnerPaid: fee / 2n,
      treasuryPaid: fee / 2n + 1n,
    })
  })
})

describe('the partner fee', () => {
  it.each([1n, 25n, 1000n])('is %s bps of the gross output, rounded down', async (partnerFeeBps) => {
    const fee = bps(GROSS, 3n)
    expect(await sell({ partner, partnerFeeBps })).toMatchObject({
      partnerPaid: bps(GROSS, partnerFeeBps) + fee / 2n,
      treasuryPaid: fee - fee / 2n,
    })
  })

  it('is paid in the native coin if that is bought', async () => {
    const { a, weth } = market.tokens
    await market.fund(a, INPUT)
    const before = await market.balanceOf(NATIVE, partner)
    const swapped = await market.swap(
      { inputToken: a, outputToken: NATIVE, inputAmount: INPUT, partner, partnerFeeBps: 100n },
      encodeRoute(v2(a, weth)),
    )
    const fee = bps(GROSS, 3n)
    expect(swapped.partnerPaid).toBe(bps(GROSS, 100n) + fee / 2n)
    expect(await market.balanceOf(NATIVE, partner)).toBe(before + swapped.partnerPaid)
    expect(await market.heldByContracts()).toEqual([])
  })
})

describe('surplus', () => {
  const FEE = bps(GROSS, 3n)
  const NET = GROSS - FEE

  it('is shared in thirds above the threshold', async () => {
    const surplus = bps(GROSS, 200n)
    expect(await sell({ partner, surplusThreshold: NET - surplus })).toMatchObject({
      partnerPaid: FEE / 2n + third(surplus),
      treasuryPaid: FEE - FEE / 2n + third(surplus),
    })
  })

  it('goes to the receiver instead of a missing partner', async () => {
    const surplus = bps(GROSS, 200n)
    const swapped = await sell({ surplusThreshold: NET - surplus })
    expect(swapped).toMatchObject({ partnerPaid: 0n, treasuryPaid: FEE + third(surplus) })
  })

  it('counts after the partner fee', async () => {
    const surplus = bps(GROSS, 100n)
    const partnerFee = bps(GROSS, 50n)
    const surplusThreshold = NET - partnerFee - surplus
    expect(await sell({ partner, partnerFeeBps: 50n, surplusThreshold })).toMatchObject({
      partnerPaid: partnerFee + FEE / 2n + third(surplus),
    })
  })

  it('is capped at 5 % of the gross output', async () => {
    const share = third(bps(GROSS, 500n))
    expect(await sell({ partner, surplusThreshold: 0n })).toMatchObject({
      partnerPaid: FEE / 2n + share,
      treasuryPaid: FEE - FEE / 2n + share,
      outputReceived: NET - 2n * share,
    })
  })

  it('never reaches below the minimum', async () => {
    const minOutputAmount = NET - 100n
    const swapped = await sell({ partner, surplusThreshold: 0n, minOutputAmount })
    expect(swapped.outputReceived).toBe(NET - 2n * third(100n))
    expect(swapped.outputReceived).toBeGreaterThanOrEqual(minOutputAmount)
  })

  it.each([
    ['at the threshold', NET],
    ['with sharing off', 2n ** 256n - 1n],
  ])('is zero %s', async (_, surplusThreshold) => {
    expect(await sell({ partner, surplusThreshold })).toMatchObject({ outputReceived: NET })
  })
})

describe('refused payments', () => {
  const MODES = [
    ['refuses', 1],
    ['burns gas', 2],
    ['returns a megabyte', 3],
    ['reverts with a megabyte', 4],
  ] as const

  it.each(MODES)('go to the receiver if a partner paid in native coin %s', async (_, mode) => {
    const { a, weth } = market.tokens
    await market.fund(a, INPUT)
    const hostile = await market.deploy('HostilePayee')
    await market.write(hostile, market.abiOf('HostilePayee'), 'setMode', [mode])
    const swapped = await market.swap(
      { inputToken: a, outputToken: NATIVE, inputAmount: INPUT, partner: hostile, partnerFeeBps: 1000n },
      encodeRoute(v2(a, weth)),
      { gas: 600_000n },
    )
    const fee = bps(GROSS, 3n)
    const treasuryPaid = fee - fee / 2n
    expect(swapped).toMatchObject({ partnerPaid: 0n, treasuryPaid, outputReceived: GROSS - treasuryPaid })
    expect(await market.heldByContracts()).toEqual([])
  })

  it.each(MODES)('go to the receiver if a partner called by the token %s', async (_, mode) => {
    const { a, hooked } = market.tokens
    await market.fund(a, INPUT)
    const hostile = await market.deploy('HostilePayee')
    await market.write(hostile, market.abiOf('HostilePayee'), 'setMode', [mode])
    const swapped = await market.swap(
      { inputToken: a, outputToken: hooked, inputAmount: INPUT, partner: hostile, partnerFeeBps: 1000n },
      encodeRoute(v2(a, hooked)),
      { gas: 800_000n },
    )
    expect(swapped.outputReceived + swapped.treasuryPaid + swapped.partnerPaid).toBe(GROSS)
    expect(await market.heldByContracts()).toEqual([])
  })

  it.each(['partner', 'treasury'] as const)('go to the receiver if the token blocks the %s', async (who) => {
    const { a, usdt } = market.tokens
    await market.fund(a, INPUT)
    const blocked = who === 'partner' ? partner : TREASURY
    await market.write(usdt, market.abiOf('UsdtLikeToken'), 'setBlocked', [blocked, true])
    const swapped = await market.swap(
      { inputToken: a, outputToken: usdt, inputAmount: INPUT, partner, partnerFeeBps: 100n },
      encodeRoute(v2(a, usdt)),
    )
    expect(await market.balanceOf(usdt, blocked)).toBe(0n)
    expect(who === 'partner' ? swapped.partnerPaid : swapped.treasuryPaid).toBe(0n)
    expect(swapped.outputReceived + swapped.treasuryPaid + swapped.partnerPaid).toBe(GROSS)
    expect(await market.heldByContracts()).toEqual([])
  })

  it('cannot be forced by a caller who provides too little gas', async () => {
    const { a, weth } = market.tokens
    await market.fund(a, INPUT)
    const wallet = await market.deploy('HostilePayee')
    const trade = {
      inputToken: a,
      outputToken: NATIVE,
      inputAmount: INPUT,
      partner: wallet,
      partnerFeeBps: 1000n,
    }
    const id = await market.client.snapshot()
    const { gasUsed } = await market.swap(trade, encodeRoute(v2(a, weth)))
    await market.client.revert({ id })

    let settled = 0
    for (let gas = gasUsed / 2n; gas < gasUsed * 2n; gas += gasUsed / 60n) {
      const id = await market.client.snapshot()
      const swapped = await market.swap(trade, encodeRoute(v2(a, weth)), { gas }).catch(() => undefined)
      if (swapped) {
        settled += 1
        expect(swapped.partnerPaid, `with ${gas} gas`).toBeGreaterThan(0n)
        expect(swapped.treasuryPaid, `with ${gas} gas`).toBeGreaterThan(0n)
      }
      await market.client.revert({ id })
    }
    expect(settled).toBeGreaterThan(0)
  })
})
