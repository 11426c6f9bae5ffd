import type { TokenId } from '../config/types.ts'
import { MAX_TVL_USD } from '../lib/thresholds.ts'
import { tokenKey } from '../lib/token-key.ts'
import { type QueryContext, queryKey } from './query-context.ts'
import { askFigure, figureOptions, type YieldFigureOptions } from './yield-figure.ts'

/** `POST /tvl`: what all deposits behind a lending or vault token are worth, in US dollars. */
export function tvlQuery(context: QueryContext, token: TokenId): YieldFigureOptions {
  return {
    ...figureOptions,
    queryKey: queryKey(context, 'tvl', { token: tokenKey(token) }),
    queryFn: ({ signal }) =>
      askFigure(context, token, {
        ask: (chain) => context.clients.yields.tvl({ lp_token_address: token.address, chain }, { signal }),
        read: ({ tvl }) => (tvl >= 0 && tvl <= MAX_TVL_USD ? tvl : null),
      }),
    enabled: context.clients.yields.isConfigured(),
  }
}
