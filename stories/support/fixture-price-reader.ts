import type { PriceReader } from '../../src/chain/create-price-reader.ts'
import { sameAddress } from '../../src/lib/address.ts'
import { EARNING, LISTED, USDC } from '../../testing/fixture-tokens.ts'

/** Overrides USD prices of the pools by symbol; undefined for a token without pools. `pending` never resolves. */
export type FixturePoolPrices = Readonly<Record<string, number | undefined>> | 'pending'

/** A price reader with the fixture tokens' prices, except for the overrides. */
export function createFixturePriceReader(overrides: FixturePoolPrices = {}): PriceReader {
  return {
    usdToken: async () => USDC.address,
    prices: async ({ tokens }) => {
      if (overrides === 'pending') return new Promise(() => {})
      return tokens.map((address) => {
        const token = [...LISTED, ...EARNING].find((listed) => sameAddress(listed.address, address))
        return token && (token.symbol in overrides ? overrides[token.symbol] : token.priceUsd)
      })
    },
  }
}
