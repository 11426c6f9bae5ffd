import { expect } from 'vitest'
import type { createCoinTrades } from '../../../contracts/testing/coin-trades.ts'
import { WHOLE } from '../../../contracts/testing/route.ts'
import { createRandom } from '../../../wire/testing/random.ts'
import type { Pool } from '../core/pool.ts'

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
