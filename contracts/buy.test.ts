import { type Address, encodeFunctionData, erc20Abi, parseAbi } from 'viem'
import { describe, expect, it } from 'vitest'
import type { SharesByToken } from '../devnet/deployers/aave/atoken-shares.ts'
import { V4_POOL } from '../devnet/deployers/uniswap/deploy-manager.ts'
import { priceV2, V3_FEE } from '../devnet/deployers/uniswap/deploy-uniswap.ts'
import { NATIVE } from '../devnet/setup/test-chain.ts'
import { RESERVE } from '../devnet/setup/test-source.ts'
import { settlementAbi } from '../wire/abi/settlement.ts'
import { createMalformed } from './testing/malformed-calldata.ts'
import {
  balancer,
  deposit,
  encodeBuy,
  redeem,
  SOURCE,
  type Step,
  supply,
  toPortion,
  v2,
  v3,
  v4,
  WHOLE,
  withdraw,
} from './testing/route.ts'
import { setupMarket } from './testing/setup-market.ts'
import { TREASURY, UNIT } from './testing/start-market.ts'

const market = setupMarket()

/** Maximum input of the trader, and output promised to the receiver. */
const MAX_INPUT = 5_000n * UNIT
const NET = 1_000n * UNIT + 3n

const vaultAbi = parseAbi([
  'function previewMint(uint256) view returns (uint256)',
  'function previewWithdraw(uint256) view returns (uint256)',
])

type Names = 'a' | 'b' | 'c' | 'usdt' | 'weth' | 'aA' | 'aUsdt' | 'vB'
const token = (name: Names): Address => ({ ...market.tokens, ...market.conversions.tokens })[name]
const isLent = (name: Names) => name === 'aA' || name === 'aUsdt'

/**
 * The smallest gross output that leaves `net` after a settlement fee of 3 bps and a partner fee.
 */
function grossFor(net: bigint, partnerFeeBps = 0n): bigint {
  const getNet = (gross: bigint) => gross - (gross * 3n) / 10_000n - (gross * partnerFeeBps) / 10_000n
  let gross = (net * 10_000n) / (10_000n - 3n - partnerFeeBps)
  while (getNet(gross) < net) gross += 1n
  while (getNet(gross - 1n) >= net) gross -= 1n
  return gross
}

/** Buys NET, checks all results except the price, and returns the price. */
async function buy(input: Names, output: Names, ...steps: Step[]) {
  const { trader, receiver } = market.accounts
  const [inputToken, outputToken] = [token(input), token(output)]
  await market.fund(inputToken, MAX_INPUT)
  const before = {
    input: await market.balanceOf(inputToken, trader),
    receiver: await market.balanceOf(outputToken, receiver),
    treasury: await market.balanceOf(outputToken, TREASURY),
  }
  const order = { inputToken, outputToken, inputAmount: MAX_INPUT, minOutputAmount: NET }
  const lent = await market.lentSharesOf(market.settlement)
  const swapped = await market.swap(order, encodeBuy(grossFor(NET), ...steps))
  const received = (await market.balanceOf(outputToken, receiver)) - before.receiver
  const treasury = (await market.balanceOf(outputToken, TREASURY)) - before.treasury

  if (isLent(output)) {
    // Eight units are supplied against rounding; measuring the supply and the payment rounds by one
    // unit each.
    expect(swapped.outputReceived).toBeGreaterThanOrEqual(NET)
    expect(swapped.outputReceived).toBeLessThanOrEqual(NET + 10n)
  } else {
    expect(received).toBe(NET)
    expect(swapped).toMatchObject({ outputReceived: NET, treasuryPaid: treasury })
    expect(treasury).toBe(grossFor(NET) - NET)
  }
  if (!isLent(input)) {
    expect(before.input - (await market.balanceOf(inputToken, trader))).toBe(swapped.inputSpent)
  }
  await expectEmptyHands(lent)
  return swapped.inputSpent
}

async function expectEmptyHands(lentBefore?: SharesByToken) {
  expect(await market.heldByContracts(lentBefore)).toEqual([])
  expect(await market.openAllowances()).toEqual([])
}

const GROSS = grossFor(NET)
const taken = (amount: bigint, { portion }: { portion: bigint }) => (amount * portion) / WHOLE
const near =
  (amount: bigint, by = 2n) =>
  (paid: bigint) =>
    paid >= amount - by && paid <= amount + by

describe('a route that buys', () => {
  it('pays a V2 pair its price, and refunds the rest', async () => {
    const [a, b, c] = [token('a'), token('b'), token('c')]
    expect(await buy('a', 'b', v2(a, b))).toBe(priceV2(GROSS))
    expect(await buy('a', 'c', v2(a, b, { source: SOURCE.v2Fork }), v2(b, c))).toBe(priceV2(priceV2(GROSS)))
  })

  it('pays a V3 pool its price', async () => {
    const [a, b] = [token('a'), token('b')]
    const price = await market.priceV3(a, b, GROSS)
    expect(await buy('a', 'b', v3(a, b, V3_FEE))).toBe(price)
    const back = await market.priceV3(b, a, GROSS)
    expect(await buy('b', 'a', v3(b, a, V3_FEE))).toBe(back)
  })

  const hops = [
    ['V2 then V3', false, true],
    ['V3 then V2', true, false],
    ['V3 then V3', true, true],
  ] as const
  it.each(hops)('buys backwards through an intermediate token: %s', async (_, firstV3, secondV3) => {
    const [a, b, c] = [token('a'), token('b'), token('c')]
    const middle = secondV3 ? await market.priceV3(b, c, GROSS) : priceV2(GROSS)
    const price = firstV3 ? await market.priceV3(a, b, middle) : priceV2(middle)
    const path = [firstV3 ? v3(a, b, V3_FEE) : v2(a, b), secondV3 ? v3(b, c, V3_FEE) : v2(b, c)]
    expect(await buy('a', 'c', ...path)).toBe(price)
  })

  it('buys backwards through three pools, each paid by the previous step', async () => {
    const [a, b, c, weth] = [token('a'), token('b'), token('c'), token('weth')]
    const middle = await market.priceV3(a, b, await market.priceV3(b, c, GROSS))
    const price = await market.priceV3(weth, a, middle)
    expect(await buy('weth', 'c', v3(weth, a, V3_FEE), v3(a, b, V3_FEE), v3(b, c, V3_FEE))).toBe(price)
  })

  it('shares a token among pools, and the last buys the rest', async () => {
    const [a, b] = [token('a'), token('b')]
    const third = { portion: toPortion(33) }
    const part = taken(GROSS, third)
    const other = taken(GROSS - part, third)
    const price = priceV2(part) + priceV2(other) + (await market.priceV3(a, b, GROSS - part - other))
    const fork = v2(a, b, { source: SOURCE.v2Fork, ...third })
    expect(await buy('a', 'b', v3(a, b, V3_FEE), fork, v2(a, b, third))).toBe(price)
  })

  it.each(['V2', 'V3'])('buys the input of one pool from several: %s', async (kind) => {
    const [a, b, c] = [token('a'), token('b'), token('c')]
    const some = { portion: toPortion(30) }
    const middle = kind === 'V2' ? priceV2(GROSS) : await market.priceV3(b, c, GROSS)
    const part = taken(middle, some)
    const price = priceV2(part) + (await market.priceV3(a, b, middle - part))
    const last = kind === 'V2' ? v2(b, c) : v3(b, c, V3_FEE)
    expect(await buy('a', 'c', v3(a, b, V3_FEE), v2(a, b, some), last)).toBe(price)
  })

  it('buys along two separate paths', async () => {
    const [a, b, c, usdt] = [token('a'), token('b'), token('c'), token('usdt')]
    const half = { portion: toPortion(50) }
    const { poolId } = market.conversions
    const part = taken(GROSS, half)
    const price = priceV2(await market.priceBalancer(usdt, c, part)) + priceV2(priceV2(GROSS - part))
    const steps = [v2(a, usdt), v2(a, b), v2(b, c), balancer(usdt, c, poolId, half)]
    expect(await buy('a', 'c', ...steps)).toBe(price)
  })

  it('merges the amounts that several pools need of a token, and shares them among other pools', async () => {
    const [a, b, c] = [token('a'), token('b'), token('c')]
    const [few, most] = [{ portion: toPortion(40) }, { portion: toPortion(70) }]
    const part = taken(GROSS, few)
    const middle = priceV2(part) + (await market.priceV3(b, c, GROSS - part))
    const share = taken(middle, most)
    const byPair = [v2(a, b), v3(a, b, V3_FEE, most), v3(b, c, V3_FEE), v2(b, c, few)]
    const first = (await market.priceV3(a, b, share)) + priceV2(middle - share)
    expect(await buy('a', 'c', ...byPair)).toBe(first)
    const byPool = [v3(a, b, V3_FEE), v2(a, b, most), v3(b, c, V3_FEE), v2(b, c, few)]
    expect(await buy('a', 'c', ...byPool)).toSatisfy(near(first, first / 100n))
  })

  it('merges tokens at every depth', async () => {
    const [a, b, c, usdt] = [token('a'), token('b'), token('c'), token('usdt')]
    const { poolId } = market.conversions
    const some = { portion: toPortion(30) }
    const weighted = taken(GROSS, some)
    const paired = taken(GROSS - weighted, some)
    const needB = priceV2(paired) + (await market.priceV3(b, c, GROSS - weighted - paired))
    const forked = taken(needB, some)
    const needA =
      (await market.priceBalancer(a, c, weighted)) +
      priceV2(forked) +
      (await market.priceV3(a, b, needB - forked))
    const steps = [
      v2(usdt, a),
      v3(a, b, V3_FEE),
      v2(a, b, { source: SOURCE.v2Fork, ...some }),
      v3(b, c, V3_FEE),
      v2(b, c, some),
      balancer(a, c, poolId, some),
    ]
    expect(await buy('usdt', 'c', ...steps)).toBe(priceV2(needA))
  })

  it('supplies and withdraws one for one', async () => {
    const [a, aA, usdt, aUsdt] = [token('a'), token('aA'), token('usdt'), token('aUsdt')]
    expect(await buy('a', 'aA', supply(a, aA))).toBe(GROSS + 8n)
    expect(await buy('usdt', 'aUsdt', supply(usdt, aUsdt))).toBe(GROSS + 8n)
    expect(await buy('aA', 'a', withdraw(aA, a))).toSatisfy(near(GROSS))
    expect(await buy('aUsdt', 'usdt', withdraw(aUsdt, usdt))).toSatisfy(near(GROSS))
  })

  it('mints and withdraws from a vault at its own price', async () => {
    const [b, vB] = [token('b'), token('vB')]
    const preview = (functionName: 'previewMint' | 'previewWithdraw') =>
      market.client.readContract({ address: vB, abi: vaultAbi, functionName, args: [GROSS] })
    const assets = await preview('previewMint')
    expect(await buy('b', 'vB', deposit(b, vB))).toBe(assets)
    const shares = await preview('previewWithdraw')
    expect(await buy('vB', 'b', redeem(vB, b))).toSatisfy(near(shares))
  })

  it('requests the price of a weighted pool first', async () => {
    const [a, c, usdt] = [token('a'), token('c'), token('usdt')]
    const { poolId } = market.conversions
    const price = await market.priceBalancer(usdt, c, GROSS)
    expect(await buy('usdt', 'c', balancer(usdt, c, poolId))).toBe(price)
    const back = await market.priceBalancer(c, a, GROSS)
    expect(await buy('c', 'a', balancer(c, a, poolId))).toBe(back)
  })

  it('trades with a paid pool again, at its current price', async () => {
    const [a, b, c, usdt] = [token('a'), token('b'), token('c'), token('usdt')]
    const { poolId } = market.conversions
    const half = { portion: toPortion(50) }
    const paidBy = v2(a, b)
    for (const last of [v2(b, c), v3(b, c, V3_FEE), v4(b, c, V4_POOL)]) {
      const id = await market.client.snapshot()
      const once = await buy('a', 'c', paidBy, last)
      await market.client.revert({ id })
      const inTwo = await buy('a', 'c', paidBy, last, paidBy, { ...last, ...half })
      expect(Number(inTwo) / Number(once)).toBeCloseTo(1, 4)
    }

    // The second pair of the same contract has the price that the first left.
    const price = (from: Address, amount: bigint) => market.priceBalancer(from, c, amount)
    const part = taken(GROSS, half)
    const apart = priceV2(await price(usdt, part)) + (await price(a, GROSS - part))
    const both = await buy('a', 'c', balancer(a, c, poolId), v2(a, usdt), balancer(usdt, c, poolId, half))
    expect(both).toBeGreaterThan(apart)
    expect(Number(both) / Number(apart)).toBeCloseTo(1, 2)
  })

  it('keeps what other steps buy while a pool waits to be paid from several', async () => {
    const [a, b, c, usdt] = [token('a'), token('b'), token('c'), token('usdt')]
    const { poolId } = market.conversions
    const [half, most] = [{ portion: toPortion(50) }, { portion: toPortion(60) }]
    // A step that buys c runs between the two that buy b; its output must not go to the pair that
    // waits for b.
    const path = [
      v3(a, b, V3_FEE),
      v3(b, c, V3_FEE),
      v2(a, b, half),
      v2(b, c, most),
      balancer(c, usdt, poolId),
    ]
    expect(await buy('a', 'usdt', ...path)).toBeGreaterThan(0n)
  })

  it('joins every kind in a path', async () => {
    const [a, b, c, usdt] = [token('a'), token('b'), token('c'), token('usdt')]
    const [aA, aUsdt, vB] = [token('aA'), token('aUsdt'), token('vB')]
    const { poolId } = market.conversions
    const pooled = await market.priceV3(b, a, await market.priceBalancer(a, c, GROSS))
    expect(await buy('b', 'c', v3(b, a, V3_FEE), balancer(a, c, poolId))).toBe(pooled)
    const paths: [Names, Names, Step[]][] = [
      ['b', 'aA', [v3(b, a, V3_FEE), supply(a, aA)]],
      ['b', 'aA', [v2(b, a), supply(a, aA)]],
      ['aA', 'b', [withdraw(aA, a), v3(a, b, V3_FEE)]],
      ['aA', 'aUsdt', [withdraw(aA, a), v2(a, usdt), supply(usdt, aUsdt)]],
      ['aA', 'vB', [withdraw(aA, a), v3(a, b, V3_FEE), deposit(b, vB)]],
      ['vB', 'c', [redeem(vB, b), v2(b, c)]],
      ['vB', 'aA', [redeem(vB, b), v3(b, a, V3_FEE), supply(a, aA)]],
      ['c', 'vB', [v3(c, b, V3_FEE), deposit(b, vB)]],
      ['aUsdt', 'b', [withdraw(aUsdt, usdt), balancer(usdt, a, poolId), v3(a, b, V3_FEE)]],
      ['vB', 'usdt', [redeem(vB, b), v2(b, c), balancer(c, usdt, poolId)]],
    ]
    for (const [input, output, path] of paths) {
      expect(await buy(input, output, ...path), `${input} to ${output}`).toBeGreaterThan(0n)
    }
  })

  it('buys an aToken only to withdraw it', async () => {
    const [a, b, c, aA] = [token('a'), token('b'), token('c'), token('aA')]
    const { deployer } = market.accounts
    for (const side of [aA, c]) await market.mint(side, deployer, RESERVE)
    // A pair or a V3 pool would miss the unit that an aToken transfer may lose.
    const poolId = await market.addWeightedPool([
      { token: aA, percent: 50n, amount: RESERVE / 2n },
      { token: c, percent: 50n, amount: RESERVE / 2n },
    ])
    const path = [balancer(c, aA, poolId), withdraw(aA, a)]
    expect(await buy('c', 'a', ...path)).toBeGreaterThan(GROSS)
    expect(await buy('c', 'b', ...path, v3(a, b, V3_FEE))).toBeGreaterThan(GROSS)
    expect(await buy('a', 'c', supply(a, aA), balancer(aA, c, poolId))).toBeGreaterThan(0n)
  })

  it('buys the shares of a vault only to withdraw from it', async () => {
    const [a, b, c, vB] = [token('a'), token('b'), token('c'), token('vB')]
    const { deployer } = market.accounts
    for (const side of [vB, c]) await market.mint(side, deployer, RESERVE)
    const poolId = await market.addWeightedPool([
      { token: vB, percent: 50n, amount: RESERVE / 2n },
      { token: c, percent: 50n, amount: RESERVE / 2n },
    ])
    const path = [balancer(c, vB, poolId), redeem(vB, b)]
    expect(await buy('c', 'b', ...path)).toBeGreaterThan(0n)
    expect(await buy('c', 'a', ...path, v3(b, a, V3_FEE))).toBeGreaterThan(0n)
  })

  it('takes and gives the native coin', async () => {
    const [a, weth] = [token('a'), token('weth')]
    const { trader, receiver } = market.accounts
    const before = await market.balanceOf(NATIVE, trader)
    const bought = await market.swap(
      { inputToken: NATIVE, outputToken: a, inputAmount: MAX_INPUT, minOutputAmount: NET },
      encodeBuy(GROSS, v3(weth, a, V3_FEE)),
    )
    expect(bought.outputReceived).toBe(NET)
    const paid = before - (await market.balanceOf(NATIVE, trader))
    expect(paid - bought.inputSpent).toBeLessThan(UNIT / 100n)

    await market.fund(a, MAX_INPUT)
    const owned = await market.balanceOf(NATIVE, receiver)
    await market.swap(
      { inputToken: a, outputToken: NATIVE, inputAmount: MAX_INPUT, minOutputAmount: NET },
      encodeBuy(GROSS, v2(a, weth)),
    )
    expect(await market.balanceOf(NATIVE, receiver)).toBe(owned + NET)
    await expectEmptyHands()
  })

  it('pays partner and treasury out of the gross output, and shares no surplus', async () => {
    const [a, b] = [token('a'), token('b')]
    const { partner } = market.accounts
    await market.fund(a, MAX_INPUT)
    const gross = grossFor(NET, 100n)
    const fee = (gross * 3n) / 10_000n
    const order = { inputToken: a, outputToken: b, inputAmount: MAX_INPUT, minOutputAmount: NET }
    const swapped = await market.swap(
      { ...order, partner, partnerFeeBps: 100n, surplusThreshold: 0n },
      encodeBuy(gross, v2(a, b)),
    )
    expect(swapped).toMatchObject({
      outputReceived: NET,
      partnerPaid: (gross * 100n) / 10_000n + fee / 2n,
      treasuryPaid: fee - fee / 2n,
    })
  })
})

describe('a purchase', () => {
  const order = () => ({ inputToken: token('a'), outputToken: token('b'), minOutputAmount: NET })

  it('costs at most the input, and reverts with a named error above it', async () => {
    const [a, b] = [token('a'), token('b')]
    const { poolId } = market.conversions
    for (const [output, path] of [
      ['b', [v2(a, b)]],
      ['b', [v3(a, b, V3_FEE)]],
      ['aA', [supply(a, token('aA'))]],
      ['vB', [v3(a, b, V3_FEE), deposit(b, token('vB'))]],
      ['c', [balancer(a, token('c'), poolId)]],
    ] as const) {
      const id = await market.client.snapshot()
      const price = await buy('a', output, ...path)
      await market.client.revert({ id })
      await market.fund(a, price)
      const trade = { ...order(), outputToken: token(output) }
      const route = encodeBuy(GROSS, ...path)
      const below = market.swap({ ...trade, inputAmount: price - 1n }, route)
      await expect(below, output).rejects.toThrow('TransferFailed')
      await market.swap({ ...trade, inputAmount: price }, route)
    }
  })

  it('reverts if it buys less than promised', async () => {
    const [a, b] = [token('a'), token('b')]
    await market.fund(a, MAX_INPUT)
    const trade = { ...order(), inputAmount: MAX_INPUT }
    for (const step of [v2(a, b), v3(a, b, V3_FEE)]) {
      await expect(market.swap(trade, encodeBuy(GROSS - 1n, step))).rejects.toThrow('InsufficientOutput')
    }
    await expect(market.swap(trade, encodeBuy(0n))).rejects.toThrow('InsufficientOutput')
  })

  it('reverts if its steps contradict each other', async () => {
    const [a, b, c] = [token('a'), token('b'), token('c')]
    await market.fund(a, MAX_INPUT)
    const trade = { ...order(), inputAmount: MAX_INPUT }
    const cases: [Step[], string][] = [
      [[v2(a, b), v2(b, c)], 'WrongToken'],
      [[v2(b, c), v2(a, b)], 'WrongToken'],
      [[v3(b, c, V3_FEE), v3(a, b, V3_FEE)], 'WrongToken'],
      [[v2(c, b)], 'TransferFailed'],
      [[{ ...v2(a, b), kind: 8 }], 'UnknownKind'],
      [[v2(a, b, { source: SOURCE.v3 })], 'UnknownSource'],
      [[supply(a, b)], 'WrongToken'],
      [[deposit(a, b)], 'WrongToken'],
      [[redeem(a, b)], 'WrongToken'],
      [[], 'WrongToken'],
    ]
    for (const [steps, error] of cases) {
      await expect(market.swap(trade, encodeBuy(GROSS, ...steps)), error).rejects.toThrow(error)
    }
    const vB = token('vB')
    await market.fund(vB, MAX_INPUT)
    const redeemed = { ...trade, inputToken: vB, outputToken: a }
    await expect(market.swap(redeemed, encodeBuy(GROSS, redeem(vB, a)))).rejects.toThrow('WrongToken')
    for (const absurd of [RESERVE, 2n ** 128n, 2n ** 255n, 2n ** 256n - 1n]) {
      for (const step of [v2(a, b), v3(a, b, V3_FEE)]) {
        await expect(market.swap(trade, encodeBuy(absurd, step)), `${absurd}`).rejects.toThrow()
      }
    }
    for (const route of ['0x01', '0x0100', '0x02'] as const) {
      await expect(market.swap(trade, route), route).rejects.toThrow()
    }
    const { trader } = market.accounts
    expect(await market.balanceOf(a, trader)).toBe(MAX_INPUT)
  })

  it('reverts if it leaves a token needed, or buys a token that no step needs', async () => {
    const [a, b, c] = [token('a'), token('b'), token('c')]
    await market.fund(a, MAX_INPUT)
    // A gift could pay for a token that was not bought.
    await market.mint(b, market.executor, MAX_INPUT)
    const half = { portion: toPortion(50) }
    const routes = [
      [v2(a, b), v2(b, c, half)],
      [v2(a, b, half), v2(b, c)],
      [v3(a, b, V3_FEE, half), v3(b, c, V3_FEE)],
      [v2(a, b), v2(b, c, { portion: 0n })],
      [v2(a, b), v3(a, b, V3_FEE), v2(b, c)],
      [v2(a, b), v2(b, c), v3(b, c, V3_FEE)],
      [v2(b, c), v2(a, b)],
    ]
    for (const [i, steps] of routes.entries()) {
      const trade = { inputToken: a, outputToken: c, inputAmount: MAX_INPUT }
      await expect(market.swap(trade, encodeBuy(GROSS, ...steps)), `${i}`).rejects.toThrow('WrongToken')
    }
  })

  it('cannot make a pool sell between its price and its payment', async () => {
    const [a, b, c] = [token('a'), token('b'), token('c')]
    const { poolId } = market.conversions
    const half = { portion: toPortion(50) }
    const cases: [Step[], string][] = [
      [[v2(a, b), v2(b, c), v2(b, c, half)], 'K'],
      [[v2(a, b), v3(b, c, V3_FEE), v3(b, c, V3_FEE, half)], 'LOK'],
    ]
    await market.fund(a, MAX_INPUT)
    for (const [steps, error] of cases) {
      const trade = { inputToken: a, outputToken: c, inputAmount: MAX_INPUT }
      await expect(market.swap(trade, encodeBuy(GROSS, ...steps)), error).rejects.toThrow(error)
    }
    const usdt = token('usdt')
    const twice = [v2(a, usdt), balancer(usdt, c, poolId), balancer(usdt, c, poolId, half)]
    const trade = { inputToken: a, outputToken: c, inputAmount: MAX_INPUT }
    await expect(market.swap(trade, encodeBuy(GROSS, ...twice))).rejects.toThrow('BAL#507')
    // A pool that is paid immediately has its new price in the next step.
    expect(await buy('a', 'b', v2(a, b), v2(a, b, half))).toSatisfy(near(priceV2(GROSS), GROSS / 1_000_000n))
  })

  it('reverts, or keeps its promises, with a malformed route', async () => {
    const [a, b, c] = [token('a'), token('b'), token('c')]
    const half = { portion: toPortion(50) }
    await market.fund(a, MAX_INPUT)
    const trade = { inputToken: a, outputToken: c, inputAmount: MAX_INPUT, minOutputAmount: NET }
    const route = encodeBuy(GROSS, v2(a, b), v3(a, b, V3_FEE, half), v3(b, c, V3_FEE), v2(b, c, half))
    let refused = 0
    const tagged = '0x01'.length
    for (const bad of createMalformed(route, tagged)) {
      const received = await market.tryOut(trade, bad).catch(() => undefined)
      if (received === undefined) refused += 1
      else expect(received, bad).toBe(NET)
    }
    expect(refused).toBeGreaterThan(100)
  })

  it('reverts if a token in it takes a fee on transfer', async () => {
    const { a, b, taxed } = market.tokens
    for (const [input, ...path] of [
      [a, v2(a, taxed)],
      [taxed, v2(taxed, a)],
      [taxed, v2(taxed, a), v3(a, b, V3_FEE)],
    ] as const) {
      await market.fund(input, MAX_INPUT)
      const outputToken = path.at(-1)?.tokenOut ?? a
      const trade = { inputToken: input, outputToken, inputAmount: MAX_INPUT, minOutputAmount: NET }
      await expect(market.swap(trade, encodeBuy(GROSS, ...path))).rejects.toThrow()
    }
  })

  it('starts with nothing needed after another purchase in the same transaction', async () => {
    const [a, b, c] = [token('a'), token('b'), token('c')]
    const { receiver } = market.accounts
    const batcher = await market.deploy('HostilePayee')
    const half = { portion: toPortion(50) }
    await market.mint(a, batcher, 2n * MAX_INPUT)
    const approve = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'approve',
      args: [market.settlement, 2n * MAX_INPUT],
    })
    const abi = market.abiOf('HostilePayee')
    await market.write(batcher, abi, 'call', [a, approve])
    const trade = { inputToken: a, outputToken: c, inputAmount: MAX_INPUT, minOutputAmount: NET }
    const route = encodeBuy(GROSS, v2(a, b), v3(a, b, V3_FEE, half), v3(b, c, V3_FEE), v2(b, c, half))
    const args = [market.fill(trade), route, '0x'] as const
    const swap = encodeFunctionData({ abi: settlementAbi, functionName: 'swap', args })
    await market.write(batcher, abi, 'callTwice', [market.settlement, swap, swap])
    expect(await market.balanceOf(c, receiver)).toBe(2n * NET)
    await expectEmptyHands()
  })

  it('sends a gift to the executor to the trader', async () => {
    const [a, b, c] = [token('a'), token('b'), token('c')]
    for (const gift of [a, b]) await market.mint(gift, market.executor, 9n)
    expect(await buy('a', 'c', v2(a, b), v2(b, c))).toBe(priceV2(priceV2(GROSS)) - 9n)
    expect(await market.balanceOf(b, market.accounts.trader)).toBe(9n)
    await expectEmptyHands()
  })
})
