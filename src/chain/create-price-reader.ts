import type { Address } from '../../wire/lib/address.ts'
import type { Http } from '../clients/http.ts'
import { findChain } from '../config/get-chain.ts'
import type { ResolvedConfig } from '../config/types.ts'

/** USD prices independent of the service: read from a chain's own pools through the host's RPC. */
export interface PriceReader {
  /**
   * The token valued at one dollar on a chain; undefined if neither the host nor a preset names
   * one.
   */
  usdToken(chainId: number): Promise<Address | undefined>
  /**
   * USD per whole token, in the order of `tokens`; undefined is unknown. Rejects only when aborted.
   */
  prices(query: {
    chainId: number
    tokens: readonly Address[]
    signal?: AbortSignal
  }): Promise<(number | undefined)[]>
}

/** Creates a reader that loads its code when the first price is requested. */
export function createPriceReader(http: Http, config: () => Pick<ResolvedConfig, 'chains'>): PriceReader {
  const load = () => import('./read-prices.ts')
  return {
    usdToken: async (chainId) => {
      const chain = findChain(config(), chainId)
      return chain && (chain.usdToken ?? (await load()).getUsdToken(chain))
    },
    prices: async ({ chainId, tokens, signal }) => {
      const chain = findChain(config(), chainId)
      return chain ? (await load()).readPrices(http, chain, { tokens, signal }) : tokens.map(() => undefined)
    },
  }
}
