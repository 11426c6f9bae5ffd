import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ZERO_ADDRESS } from '../../wire/lib/address.ts'
import type { Token } from '../events/types.ts'
import { tokenKey } from '../lib/token-key.ts'
import { usdValue } from '../lib/usd-value.ts'
import { balancesQuery } from '../queries/balances-query.ts'
import { useUsdPrices } from './use-usd-prices.ts'
import { useWallet } from './use-wallet.ts'
import { useWidget } from './use-widget.ts'

/** An account's balance of a token. */
export interface Holding {
  /** Base units. */
  balance: bigint
  /** Undefined while unknown. */
  usd: number | undefined
}

export interface OwnedTokensView {
  /** Tokens with a balance, most valuable first. Unknown values come last. */
  owned: readonly Token[]
  /** Keyed by `tokenKey`, including zero balances. Absent while unknown. */
  holdings: ReadonlyMap<string, Holding>
  /** True while balances or prices load for the first time. */
  isLoading: boolean
}

/**
 * Returns the tokens of which the connected account has a balance. Ignores the prices of `unlisted`
 * tokens (by `tokenKey`), because their senders may have manipulated them.
 */
export function useOwnedTokens(
  tokens: readonly Token[],
  { unlisted }: { unlisted: ReadonlySet<string> },
): OwnedTokensView {
  const widget = useWidget()
  const { address: account } = useWallet().state
  const chainIds = [...new Set(tokens.map(({ chainId }) => chainId))]
  const balances = useQueries(
    {
      queries: chainIds.map((chainId) => ({
        ...balancesQuery(widget, {
          chainId,
          tokens: tokens.filter((token) => token.chainId === chainId).map(({ address }) => address),
          account: account ?? ZERO_ADDRESS,
        }),
        enabled: account !== undefined,
      })),
      combine: (results) => ({
        byChain: results.map(({ data }) => data),
        isLoading: results.some((result) => result.isLoading),
      }),
    },
    widget.queryClient,
  )
  const known = tokens.flatMap((token) => {
    const units = account && balances.byChain[chainIds.indexOf(token.chainId)]?.[token.address.toLowerCase()]
    return units === undefined ? [] : [{ token, balance: BigInt(units) }]
  })
  const held = known.filter(({ balance }) => balance > 0n)
  const priced = held.filter(({ token }) => !unlisted.has(tokenKey(token)))
  const rates = useUsdPrices(priced.map(({ token }) => token))
  const { prices } = rates
  const key = known.map(({ token, balance }) => `${tokenKey(token)}:${balance}`).join() + prices.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key represents these values
  const view = useMemo(() => {
    const usd = new Map(
      priced.map(({ token, balance }, index) => [token, usdValue(balance, token.decimals, prices[index])]),
    )
    return {
      owned: held.map(({ token }) => token).sort((a, b) => (usd.get(b) ?? -1) - (usd.get(a) ?? -1)),
      holdings: new Map(
        known.map(({ token, balance }) => [tokenKey(token), { balance, usd: usd.get(token) }]),
      ),
    }
  }, [key])
  return { ...view, isLoading: balances.isLoading || rates.isLoading }
}
