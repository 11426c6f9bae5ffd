import { sleep } from '../../wire/lib/sleep.ts'
import type { PriceSource, TokenId } from '../config/types.ts'
import { freezeCopy } from '../lib/freeze-copy.ts'

/** Timeout of a host's function in milliseconds. */
const TIMEOUT_MS = 5_000

/**
 * Returns a host's prices in the order of `tokens`. Null is unknown. All are null if the function
 * throws, times out or returns another length.
 */
export async function fetchHostPrices(
  priceSource: PriceSource,
  { tokens, signal }: { tokens: readonly TokenId[]; signal: AbortSignal },
): Promise<(number | null)[]> {
  const prices = await callPriceSource(priceSource, { tokens, signal })
  return tokens.map((_, index) => (prices?.length === tokens.length ? getPrice(prices[index]) : null))
}

async function callPriceSource(
  priceSource: PriceSource,
  { tokens, signal }: { tokens: readonly TokenId[]; signal: AbortSignal },
): Promise<readonly unknown[] | undefined> {
  const ended = new AbortController()
  const end = () => ended.abort()
  signal.addEventListener('abort', end, { once: true })
  try {
    const result: unknown = await Promise.race([
      // A copy prevents a host that sorts or changes the list from mixing up its prices.
      priceSource(freezeCopy(tokens), { signal: ended.signal }),
      sleep(TIMEOUT_MS, ended.signal),
    ])
    return Array.isArray(result) ? result : undefined
  } catch {
    return undefined
  } finally {
    // Stops the loser of the race.
    end()
    signal.removeEventListener('abort', end)
  }
}

function getPrice(price: unknown): number | null {
  return typeof price === 'number' && Number.isFinite(price) && price > 0 ? price : null
}
