import type { Address } from 'viem'
import { expect } from 'vitest'
import type { Pool } from '../../service/modules/core/pool.ts'
import { createRandom } from '../../src/testing/random.ts'
import { encodeBuy, encodeRoute, type Step, WHOLE } from './route.ts'
import type { Market } from './start-market.ts'
import type { withSources } from './with-sources.ts'

interface Terms {
  inputToken: Address
  outputToken: Address
  /** Amount sold, or bought before the fee. */
  amount: bigint
}

/**
 * Sales and purchases through a settlement that trusts a pool. Each checks that the contracts hold
 * no coin and allow none.
 */
export function createCoinTrades(
  market: Market,
  trader: Awaited<ReturnType<typeof withSources>>,
  { pool, coins }: { pool: Address; coins: readonly Address[] },
) {
  async function expectEmptyHands() {
    for (const coin of coins) {
      for (const holder of [trader.executor, trader.settlement])
        expect(await market.balanceOf(coin, holder)).toBe(0n)
      expect(await market.allowanceOf(coin, trader.executor, pool)).toBe(0n)
    }
  }

  return {
    /** Returns the gross output. */
    async sell({ inputToken, outputToken, amount }: Terms, ...steps: Step[]) {
      await trader.fund(inputToken, amount)
      const trade = { inputToken, outputToken, inputAmount: amount }
      const swapped = await trader.swap(trade, encodeRoute(...steps))
      await expectEmptyHands()
      return swapped.outputReceived + swapped.treasuryPaid
    },
    /** `most` is the trader's maximum. */
    async buy({ inputToken, outputToken, amount, most }: Terms & { most: bigint }, ...steps: Step[]) {
      await trader.fund(inputToken, most)
      const trade = { inputToken, outputToken, inputAmount: most }
      const swapped = await trader.swap(trade, encodeBuy(amount, ...steps))
      await expectEmptyHands()
      return { cost: swapped.inputSpent, gross: swapped.outputReceived + swapped.treasuryPaid }
    },
  }
}

interface Quoted {
  /** The pool of its first two coins, in its current state. */
  load: () => Promise<Pool | undefined>
  /** Number of coins. */
  coins: number
  trades: number
  seed: number
}

/**
 * Expects sales and purchases of all sizes, both ways, to match their quotes and to leave the pool
 * in the predicted state.
 * @returns the number of trades, without amounts that have no quote
 */
export async function expectTradesAsQuoted(
  { sell, buy }: Pick<ReturnType<typeof createCoinTrades>, 'sell' | 'buy'>,
  { load, coins, trades, seed }: Quoted,
): Promise<number> {
  const random = createRandom(seed)
  let traded = 0
  let first = await load()
  for (let i = 0; i < trades; i += 1) {
    const pairs = [first, ...(first?.siblings ?? [])]
    expect(pairs).toHaveLength((coins * (coins - 1)) / 2)
    const pair = random.pick(pairs)
    if (!pair) throw new Error('No pool')
    const zeroForOne = random.chance(50)
    const [inputToken, outputToken] = zeroForOne ? pair.tokens : [pair.tokens[1], pair.tokens[0]]
    const isSale = random.chance(60)
    const stock = Number(pair.depth[zeroForOne === isSale ? 0 : 1])
    const amount = BigInt(Math.ceil(stock * 10 ** (-random.below(600) / 100) * 0.3))
    const quote = isSale ? pair.exactInput(zeroForOne, amount) : pair.exactOutput(zeroForOne, amount)
    const step = pair.step(zeroForOne)
    if (!quote || !step) continue
    const whole = { ...step, portion: WHOLE, tokenIn: inputToken, tokenOut: outputToken }
    if (isSale) expect(await sell({ inputToken, outputToken, amount }, whole)).toBe(quote.amountOut)
    else {
      const { cost, gross } = await buy({ inputToken, outputToken, amount, most: quote.amountIn }, whole)
      expect(cost).toBe(quote.amountIn)
      expect(gross).toBe(pair.exactInput(zeroForOne, cost)?.amountOut)
      expect(gross).toBeGreaterThanOrEqual(amount)
    }
    first = await load()
    expect(first?.fingerprint()).toBe(quote.after().fingerprint())
    traded += 1
  }
  return traded
}
