import type { TokenId } from '../config/types.ts'
import { MAX_TVL_USD } from '../lib/thresholds.ts'
import type { QueryContext } from './query-context.ts'
import { fetchFigure, figureKey, figureOptions, type YieldFigureOptions } from './yield-figure.ts'

/** `POST /tvl`: the value of all deposits behind a lending or vault token, in US dollars. */
export function tvlQuery(context: QueryContext, token: TokenId): YieldFigureOptions {
  return {
    ...figureOptions,
    queryKey: figureKey(context, 'tvl', { token }),
    queryFn: ({ signal }) =>
      fetchFigure(context, token, {
        request: (chain) =>
          context.clients.yields.tvl({ lp_token_address: token.address, chain }, { signal }),
        read: ({ tvl }) => (tvl >= 0 && tvl <= MAX_TVL_USD ? tvl : null),
      }),
    enabled: context.clients.yields.isConfigured(),
  }
}
