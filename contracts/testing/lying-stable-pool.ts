import { type Address, toFunctionSelector } from 'viem'
import { expect } from 'vitest'
import { settlementAbi } from '../../src/abi/settlement.ts'
import { createRandom } from './random.ts'
import { encodeBuy, encodeRoute, type Step } from './route.ts'
import { type Market, UNIT } from './start-market.ts'
import { withSources } from './with-sources.ts'

const WRONG_TOKEN = toFunctionSelector('WrongToken(address)')
const GROSS = 10n * UNIT + 3n
/** More than any purchase here costs. */
export const BUDGET = 100n * UNIT
export const MODE = { takeHalf: 0, giveNothing: 1, giveLess: 2, takeOther: 3, burnGas: 4 }

type Liar = Awaited<ReturnType<typeof deployLyingStablePool>>

interface Trust {
  /** Default: `HostileStablePool`. */
  contract?: 'HostileCryptoPool'
  /** Makes a settlement trust the pool. */
  source: (pool: Address) => Market['sources'][number] | Promise<Market['sources'][number]>
  step: (pool: Address) => Step
}

/** A pool of StableSwap, or of CryptoSwap, of `a` and `b` that is trusted, and lies, with what a trader may do there. */
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

/** Expects trades to fail where it gives nothing or less than was bought, or takes another coin. */
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

/** Expects a purchase to fail or to take less than `mostGas`, whatever the pool names as its balances. */
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
