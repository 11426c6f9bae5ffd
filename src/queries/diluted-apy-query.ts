import type { TokenId } from '../config/types.ts'
import { tokenKey } from '../lib/token-key.ts'
import type { QueryContext } from './query-context.ts'
import { askFigure, figureKey, figureOptions, readApy, type YieldFigureOptions } from './yield-figure.ts'

export interface DepositOf extends TokenId {
  /** Base units of the lending or vault token that the deposit gives. */
  amount: bigint
}

/** `POST /diluted-apy`: what a lending or vault token would earn after a deposit, in percent per year. */
export function dilutedApyQuery(context: QueryContext, { amount, ...token }: DepositOf): YieldFigureOptions {
  const { chainId, address } = token
  return {
    ...figureOptions,
    queryKey: figureKey(context, 'diluted-apy', { token, amount }),
    queryFn: async ({ signal }) => {
      const earning = await context.chain.earning({ chainId, token: address, amount })
      if (!earning) return null
      const input_amount = earning.assets.toString()
      return askFigure(context, token, {
        ask: (chain) =>
          context.clients.yields.dilutedApy({ lp_token_address: address, chain, input_amount }, { signal }),
        read: (answer) => (answer.input_amount === input_amount ? readApy(answer) : null),
      })
    },
    // The price moves the amount a little with every refresh.
    placeholderData: (previous, query) =>
      isNearly(query?.queryKey, { token: tokenKey(token), amount }) ? previous : undefined,
    // The deposit is part of a trade whose price changes: an older amount is not asked about again.
    refetchInterval: false,
    enabled: context.clients.yields.isConfigured() && amount > 0n,
  }
}

/** Whether the key is that of the same token with an amount that differs by less than a percent. */
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
