import type { PriceSource, TokenId } from '../config/types.ts'
import { sleep } from '../lib/sleep.ts'

/** How long a host's function may take, in milliseconds. */
const PATIENCE_MS = 5_000

/** A host's prices in the order asked; null is unknown, as all are where it throws, hangs, or returns another length. */
export async function askPriceSource(
  priceSource: PriceSource,
  { tokens, signal }: { tokens: readonly TokenId[]; signal: AbortSignal },
): Promise<(number | null)[]> {
  const prices = await getAnswer(priceSource, { tokens, signal })
  return tokens.map((_, index) => (prices?.length === tokens.length ? getPrice(prices[index]) : null))
}

async function getAnswer(
  priceSource: PriceSource,
  { tokens, signal }: { tokens: readonly TokenId[]; signal: AbortSignal },
): Promise<readonly unknown[] | undefined> {
  const ended = new AbortController()
  const end = () => ended.abort()
  signal.addEventListener('abort', end, { once: true })
  try {
    const answer: unknown = await Promise.race([
      priceSource(tokens, { signal: ended.signal }),
      sleep(PATIENCE_MS, ended.signal),
    ])
    return Array.isArray(answer) ? answer : undefined
  } catch {
    return undefined
  } finally {
    // Whoever lost the race stops here.
    end()
    signal.removeEventListener('abort', end)
  }
}

function getPrice(price: unknown): number | null {
  return typeof price === 'number' && Number.isFinite(price) && price > 0 ? price : null
}
