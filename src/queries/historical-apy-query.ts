import type { TokenId } from '../config/types.ts'
import type { QueryContext } from './query-context.ts'
import { fetchFigure, figureKey, figureOptions, readApy, type YieldFigureOptions } from './yield-figure.ts'

/** `POST /historical-apy`: the recent yield of a lending or vault token in percent per year. */
export function historicalApyQuery(context: QueryContext, token: TokenId): YieldFigureOptions {
  return {
    ...figureOptions,
    queryKey: figureKey(context, 'historical-apy', { token }),
    queryFn: ({ signal }) =>
      fetchFigure(context, token, {
        request: (chain) =>
          context.clients.yields.historicalApy({ lp_token_address: token.address, chain }, { signal }),
        read: (response) => readApy(response),
      }),
    enabled: context.clients.yields.isConfigured(),
  }
}
