import { skipToken, type UseQueryOptions } from '@tanstack/react-query'
import type { Address } from '../../wire/lib/address.ts'
import type { AccountActivity } from '../chain/types.ts'
import type { SluiceError } from '../errors/sluice-error.ts'
import { type QueryContext, queryKey } from './query-context.ts'
import { getGcTime, sharedOptions } from './shared-options.ts'

/** Reads whether an account is a contract and whether it was ever used. */
export function accountActivityQuery(
  context: QueryContext,
  { chainId, account }: { chainId: number; account: Address | undefined },
): UseQueryOptions<AccountActivity, SluiceError> {
  return {
    ...sharedOptions,
    queryKey: queryKey(context, 'account-activity', { chainId, account: account?.toLowerCase() }),
    queryFn: account ? () => context.chain.accountActivity({ chainId, account }) : skipToken,
    staleTime: 30_000,
    gcTime: getGcTime(5 * 60_000),
    // The chain reader already tries each RPC twice. A further retry would only delay the notice.
    retry: false,
  }
}
