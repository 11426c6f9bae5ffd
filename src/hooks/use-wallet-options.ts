import { useQuery } from '@tanstack/react-query'
import type { SluiceError } from '../errors/sluice-error.ts'
import { walletOptionsQuery } from '../queries/wallet-options-query.ts'
import type { WalletOption } from '../wallet/types.ts'
import { useWalletName } from './use-wallet-name.ts'
import { useWidget } from './use-widget.ts'

/**
 * Returns the wallets that the user can connect, with their displayed names. Undefined while
 * loading.
 */
export function useWalletOptions(): {
  options: WalletOption[] | undefined
  error: SluiceError | undefined
  retry: () => void
} {
  const widget = useWidget()
  const getName = useWalletName()
  const { data, error, refetch } = useQuery(walletOptionsQuery(widget), widget.queryClient)
  const options = data?.map((option) => ({ ...option, name: getName(option.name) }))
  return { options, error: error ?? undefined, retry: () => void refetch() }
}
