import type { UseQueryOptions } from '@tanstack/react-query'
import type { SluiceError } from '../errors/sluice-error.ts'
import type { WalletOption } from '../execution/ports.ts'
import { queryKey } from '../queries/query-context.ts'
import { sharedOptions } from '../queries/shared-options.ts'
import type { Widget } from './types.ts'

/** The wallets present in the page. Asked again while shown: extensions may announce themselves late. */
export function walletOptionsQuery(widget: Widget): UseQueryOptions<WalletOption[], SluiceError> {
  return {
    ...sharedOptions,
    queryKey: queryKey(widget, 'wallet-options'),
    queryFn: () => widget.wallet.listOptions(),
    staleTime: 0,
    gcTime: 60_000,
    refetchInterval: 2_000,
    refetchOnWindowFocus: true,
    retry: false,
  }
}
