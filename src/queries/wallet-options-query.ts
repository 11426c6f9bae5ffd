import type { UseQueryOptions } from '@tanstack/react-query'
import type { SluiceError } from '../errors/sluice-error.ts'
import type { WalletOption, WalletPort } from '../wallet/types.ts'
import { type QueryContext, queryKey } from './query-context.ts'
import { sharedOptions } from './shared-options.ts'

/**
 * Lists the wallets of the page. Refetched while shown, because extensions may announce themselves
 * late.
 */
export function walletOptionsQuery(
  context: QueryContext & { wallet: Pick<WalletPort, 'listOptions'> },
): UseQueryOptions<WalletOption[], SluiceError> {
  return {
    ...sharedOptions,
    queryKey: queryKey(context, 'wallet-options'),
    queryFn: () => context.wallet.listOptions(),
    staleTime: 0,
    gcTime: 60_000,
    refetchInterval: 2_000,
    refetchOnWindowFocus: true,
    retry: false,
  }
}
