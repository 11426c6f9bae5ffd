import type { UseQueryOptions } from '@tanstack/react-query'
import type { Address } from '../../wire/lib/address.ts'
import type { SluiceError } from '../errors/sluice-error.ts'
import { type QueryContext, queryKey } from './query-context.ts'
import { getGcTime, retryByCode, sharedOptions } from './shared-options.ts'

/** Base units as strings, keyed by lower-case address. Unreadable balances are absent. */
export type Balances = Readonly<Record<string, string>>

/** Reads an account's balances of many tokens of a chain in one request. */
export function balancesQuery(
  context: QueryContext,
  { chainId, tokens, account }: { chainId: number; tokens: readonly Address[]; account: Address },
): UseQueryOptions<Balances, SluiceError> {
  const addresses = tokens.map((token) => token.toLowerCase() as Address)
  return {
    ...sharedOptions,
    queryKey: queryKey(context, 'balances', {
      chainId,
      account: account.toLowerCase(),
      tokens: addresses,
    }),
    queryFn: async () => {
      const balances = await context.chain.balancesOf({ chainId, tokens: addresses, account })
      return Object.fromEntries(
        balances.flatMap((balance, index) =>
          balance === undefined ? [] : [[addresses[index], balance.toString()]],
        ),
      )
    },
    staleTime: 5_000,
    gcTime: getGcTime(60_000),
    refetchInterval: 20_000,
    refetchOnWindowFocus: true,
    retry: retryByCode,
  }
}
