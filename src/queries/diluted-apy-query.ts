import type { TokenId } from '../config/types.ts'
import { tokenKey } from '../lib/token-key.ts'
import type { QueryContext } from './query-context.ts'
import { fetchFigure, figureKey, figureOptions, readApy, type YieldFigureOptions } from './yield-figure.ts'

export interface DepositOf extends TokenId {
  /** The amount of the lending or vault token that the deposit buys, in base units. */
  amount: bigint
}

/**
 * `POST /diluted-apy`: the estimated yield of a lending or vault token after a deposit, in percent
 * per year.
 */
export function dilutedApyQuery(context: QueryContext, { amount, ...token }: DepositOf): YieldFigureOptions {
  const { chainId, address } = token
  return {
    ...figureOptions,
    queryKey: figureKey(context, 'diluted-apy', { token, amount }),
    queryFn: async ({ signal }) => {
      const earning = await context.chain.earning({ chainId, token: address, amount })
      if (!earning) return null
      const input_amount = earning.assets.toString()
      return fetchFigure(context, token, {
        request: (chain) =>
          context.clients.yields.dilutedApy({ lp_token_address: address, chain, input_amount }, { signal }),
        read: (response) => (response.input_amount === input_amount ? readApy(response) : null),
      })
    },
    // Each price refresh changes the amount slightly.
    placeholderData: (previous, query) =>
      isNearly(query?.queryKey, { token: tokenKey(token), amount }) ? previous : undefined,
    // The deposit belongs to a trade whose price changes, so an older amount is not refreshed.
    refetchInterval: false,
    enabled: context.clients.yields.isConfigured() && amount > 0n,
  }
}

/**
 * Returns whether a key is for the same token and an amount that differs by less than a percent.
 */
function isNearly(
  key: readonly unknown[] | undefined,
  { token, amount }: { token: string; amount: bigint },
): boolean {
  const inputs = key?.at(-1)
  if (typeof inputs !== 'object' || inputs === null || !('token' in inputs && 'amount' in inputs))
    return false
  const difference = BigInt(String(inputs.amount)) - amount
  return inputs.token === token && (difference < 0n ? -difference : difference) * 100n < amount
}
