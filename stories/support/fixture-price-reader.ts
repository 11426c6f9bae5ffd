import type { PriceReader } from '../../src/chain/create-price-reader.ts'
import { sameAddress } from '../../src/lib/address.ts'
import { LISTED, USDC } from '../../testing/fixture-tokens.ts'

/** USD of the pools by symbol, over those of the table; undefined for a token without pools. `pending` never answers. */
export type FixturePoolPrices = Readonly<Record<string, number | undefined>> | 'pending'

/** Pools that agree with the table of tokens, but for what they are told. */
export function createFixturePriceReader(changed: FixturePoolPrices = {}): PriceReader {
  return {
    usdToken: async () => USDC.address,
    prices: async ({ tokens }) => {
      if (changed === 'pending') return new Promise(() => {})
      return tokens.map((address) => {
        const token = LISTED.find((listed) => sameAddress(listed.address, address))
        return token && (token.symbol in changed ? changed[token.symbol] : token.priceUsd)
      })
    },
  }
}
