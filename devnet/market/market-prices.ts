import type { Random } from '../../wire/testing/random.ts'
import { TOKENS } from '../plan/tokens.ts'

export interface MarketPrices {
  /** Advances by one round. */
  advance(): void
  /** Market price of a whole token, in USD. */
  priceUsd(symbol: string): number
}

/** Part of a price's distance from its anchor that remains after one round. */
const MEMORY = 0.985

/** Each price wanders around its anchor; the pull back grows with the distance. */
export function createMarketPrices(random: Random): MarketPrices {
  const strayed = new Map(TOKENS.map(({ symbol }) => [symbol, 0]))
  const anchors = new Map(TOKENS.map(({ symbol, priceUsd }) => [symbol, priceUsd]))
  return {
    advance: () => {
      for (const { symbol, volatilityBps } of TOKENS) {
        const push = (random.normal() * volatilityBps) / 10_000
        strayed.set(symbol, (strayed.get(symbol) ?? 0) * MEMORY + push)
      }
    },
    priceUsd: (symbol) => (anchors.get(symbol) ?? 0) * (1 + (strayed.get(symbol) ?? 0)),
  }
}
