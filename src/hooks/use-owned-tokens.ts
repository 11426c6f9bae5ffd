import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Token } from '../events/types.ts'
import { ZERO_ADDRESS } from '../lib/address.ts'
import { tokenKey } from '../lib/token-key.ts'
import { usdValue } from '../lib/usd-value.ts'
import { balancesQuery } from '../queries/balances-query.ts'
import { ratesQuery } from '../queries/rates-query.ts'
import { MAX_RATE_PAIRS } from '../wire/rates.ts'
import { useWallet } from './use-wallet.ts'
import { useWidget } from './use-widget.ts'

export interface OwnedToken {
  token: Token
  /** Base units, above 0. */
  balance: bigint
  /** Undefined while unknown. */
  usd: number | undefined
}

export interface OwnedTokensView {
  /** Most valuable first; unknown values come last. */
  owned: readonly OwnedToken[]
  /** Balances or prices are being read for the first time. */
  isLoading: boolean
}

/** Those of some tokens that the connected account has. */
export function useOwnedTokens(tokens: readonly Token[]): OwnedTokensView {
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
  const held = tokens.flatMap((token) => {
    const units = account && balances.byChain[chainIds.indexOf(token.chainId)]?.[token.address.toLowerCase()]
    const balance = BigInt(units ?? 0)
    return balance > 0n ? [{ token, balance }] : []
  })
  const rates = useRates(held.map(({ token }) => token))
  const { prices } = rates
  const key = held.map(({ token, balance }, index) => `${tokenKey(token)}:${balance}:${prices[index]}`).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all of it
  const owned = useMemo(
    () =>
      held
        .map((each, index) => ({ ...each, usd: usdValue(each.balance, each.token.decimals, prices[index]) }))
        .sort((a, b) => (b.usd ?? -1) - (a.usd ?? -1)),
    [key],
  )
  return { owned, isLoading: balances.isLoading || rates.isLoading }
}

/** USD prices in the order of `tokens`. */
function useRates(tokens: readonly Token[]): { prices: (number | undefined)[]; isLoading: boolean } {
  const widget = useWidget()
  const chunks = Array.from({ length: Math.ceil(tokens.length / MAX_RATE_PAIRS) }, (_, index) =>
    tokens.slice(index * MAX_RATE_PAIRS, (index + 1) * MAX_RATE_PAIRS),
  )
  return useQueries(
    {
      queries: chunks.map((chunk) => ratesQuery(widget, { tokens: chunk })),
      combine: (results) => ({
        prices: results.flatMap(
          ({ data }, index) => chunks[index]?.map((_, at) => data?.[at] ?? undefined) ?? [],
        ),
        isLoading: results.some((result) => result.isLoading),
      }),
    },
    widget.queryClient,
  )
}
