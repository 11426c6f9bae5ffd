import type { Address } from 'viem'
import { expect } from 'vitest'
import { encodeBuy, encodeRoute, type Step } from './route.ts'
import type { Market } from './start-market.ts'
import type { withSources } from './with-sources.ts'

interface Trade {
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
    async sell({ inputToken, outputToken, amount }: Trade, ...steps: Step[]) {
      await trader.fund(inputToken, amount)
      const trade = { inputToken, outputToken, inputAmount: amount }
      const swapped = await trader.swap(trade, encodeRoute(...steps))
      await expectEmptyHands()
      return swapped.outputReceived + swapped.treasuryPaid
    },
    /** `most` is the trader's maximum. */
    async buy({ inputToken, outputToken, amount, most }: Trade & { most: bigint }, ...steps: Step[]) {
      await trader.fund(inputToken, most)
      const trade = { inputToken, outputToken, inputAmount: most }
      const swapped = await trader.swap(trade, encodeBuy(amount, ...steps))
      await expectEmptyHands()
      return { cost: swapped.inputSpent, gross: swapped.outputReceived + swapped.treasuryPaid }
    },
  }
}
