import { type Address, toFunctionSelector } from 'viem'
import { expect } from 'vitest'
import { settlementAbi } from '../../wire/abi/settlement.ts'
import { createRandom } from '../../wire/testing/random.ts'
import { arm, attempt, callbackCall, NOT_POOL, REENTERED, swapCall } from './hostile-calls.ts'
import { encodeBuy, encodeRoute, type Step } from './route.ts'
import { type Market, UNIT } from './start-market.ts'
import { withSources } from './with-sources.ts'

const WRONG_TOKEN = toFunctionSelector('WrongToken(address)')
const GROSS = 10n * UNIT + 3n
/** Exceeds the cost of every purchase in these tests. */
export const BUDGET = 100n * UNIT
const MODE = { takeHalf: 0, giveNothing: 1, giveLess: 2, takeOther: 3, burnGas: 4 }

type Liar = Awaited<ReturnType<typeof deployLyingStablePool>>

interface Trust {
  /** Default: `HostileStablePool`. */
  contract?: 'HostileCryptoPool'
  /** Makes a settlement trust the pool. */
  source: (pool: Address) => Market['sources'][number] | Promise<Market['sources'][number]>
  step: (pool: Address) => Step
}

/** A trusted, lying pool of StableSwap or CryptoSwap of `a` and `b`, and a trader who uses it. */
export async function deployLyingStablePool(market: Market, trust: Trust) {
  const { a, b } = market.tokens
  const { contract = 'HostileStablePool' } = trust
  const pool = await market.deploy(contract, [a, b])
  for (const token of [a, b]) await market.mint(token, pool, 1_000_000n * UNIT)
  const abi = market.abiOf(contract)
  const set = (mode: number) => market.write(pool, abi, 'setMode', [mode])
  const name = (...words: [bigint, bigint, bigint]) => market.write(pool, abi, 'name', words)
  await name(1_000_000n * UNIT, 1_000_000n * UNIT, 100n)
  const trader = await withSources(market, await trust.source(pool))
  await trader.fund(a, BUDGET)
  const trade = { inputToken: a, outputToken: b, inputAmount: BUDGET }
  return { pool, set, name, trader, step: trust.step(pool), trade }
}

/** Expects the pool to receive at most what a step sells, and the rest to be refunded. */
export async function expectTakesNoMore(
  market: Market,
  { pool, set, trader, step, trade }: Liar,
): Promise<void> {
  const payer = market.accounts.trader
  const before = await market.balanceOf(trade.inputToken, payer)
  await set(MODE.takeHalf)
  const swapped = await trader.swap(trade, encodeRoute(step))
  expect(swapped.inputSpent).toBe(BUDGET / 2n)
  expect(await market.balanceOf(trade.inputToken, payer)).toBe(before - BUDGET / 2n)
  for (const token of [trade.inputToken, trade.outputToken]) {
    expect(await market.balanceOf(token, trader.executor)).toBe(0n)
    expect(await market.allowanceOf(token, trader.executor, pool)).toBe(0n)
  }
}

/** Expects calls back in the middle of a trade to revert. */
export async function expectNoCallback(market: Market, { pool, trader, step, trade }: Liar): Promise<void> {
  const { a, b } = market.tokens
  const route = encodeRoute(step)
  const calls = [
    [trader.settlement, swapCall(market, trade, route), REENTERED],
    [trader.executor, callbackCall(a, b), NOT_POOL],
  ] as const
  for (const [target, call, answer] of calls) {
    const id = await market.client.snapshot()
    await arm(market, pool, target, call)
    await trader.swap(trade, route)
    expect(await attempt(market, pool)).toMatchObject({ tried: true, succeeded: false, answer })
    await market.client.revert({ id })
  }
}

/** Expects trades to fail if the pool pays nothing or too little, or takes another coin. */
export async function expectLiesToFail({ set, trader, step, trade }: Liar): Promise<void> {
  const sale = { ...trade, minOutputAmount: (BUDGET * 99n) / 100n }
  const tries = [
    [MODE.giveNothing, WRONG_TOKEN, WRONG_TOKEN],
    [MODE.giveLess, 'InsufficientOutput', WRONG_TOKEN],
    [MODE.takeOther, 'reverted', 'reverted'],
  ] as const
  for (const [mode, sold, bought] of tries) {
    await set(mode)
    await expect(trader.tryOut(sale, encodeRoute(step))).rejects.toThrow(sold)
    await expect(trader.tryOut(trade, encodeBuy(GROSS, step))).rejects.toThrow(bought)
  }
}

/** Expects a purchase to fail or to use less than `mostGas`, whatever balances the pool reports. */
export async function expectFewRounds(
  { name, trader, step, trade }: Liar,
  { seed, mostGas }: { seed: number; mostGas: bigint },
): Promise<void> {
  const random = createRandom(seed)
  const draw = () => 2n ** BigInt(random.below(256)) - BigInt(random.below(3))
  let failed = 0
  for (let i = 0; i < 40; i += 1) {
    await name(draw(), draw(), draw())
    const args = [trader.fill(trade), encodeBuy(GROSS, step), '0x'] as const
    const call = { address: trader.settlement, abi: settlementAbi, functionName: 'swap', args } as const
    const sent = trader.client.estimateContractGas({ ...call, account: trader.accounts.trader })
    const gas = await sent.catch(() => undefined)
    if (gas === undefined) failed += 1
    else expect(gas).toBeLessThan(mostGas)
  }
  expect(failed).toBeGreaterThan(0)
}
