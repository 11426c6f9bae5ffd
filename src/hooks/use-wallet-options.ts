import { useQuery } from '@tanstack/react-query'
import type { SluiceError } from '../errors/sluice-error.ts'
import { walletOptionsQuery } from '../queries/wallet-options-query.ts'
import type { WalletOption } from '../wallet/types.ts'
import { useWidget } from './use-widget.ts'

/** The wallets a user can connect; undefined while loading. */
export function useWalletOptions(): {
  options: WalletOption[] | undefined
  error: SluiceError | undefined
  retry: () => void
} {
  const widget = useWidget()
  const { data, error, refetch } = useQuery(walletOptionsQuery(widget), widget.queryClient)
  return { options: data, error: error ?? undefined, retry: () => void refetch() }
}
