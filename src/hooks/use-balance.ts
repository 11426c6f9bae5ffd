import { useQuery } from '@tanstack/react-query'
import { type Address, NATIVE_TOKEN, ZERO_ADDRESS } from '../../wire/lib/address.ts'
import type { SluiceError } from '../errors/sluice-error.ts'
import { balanceQuery } from '../queries/balance-query.ts'
import { useWallet } from './use-wallet.ts'
import { useWidget } from './use-widget.ts'

export interface BalanceView {
  /** Base units. Undefined while unknown or without a connected wallet. */
  value: bigint | undefined
  isLoading: boolean
  error: SluiceError | undefined
}

/** Reads the connected account's balance of a token. */
export function useBalance({ chainId, token }: { chainId: number; token: Address | undefined }): BalanceView {
  const widget = useWidget()
  const { address: account } = useWallet().state
  const enabled = account !== undefined && token !== undefined
  const { data, error, isLoading } = useQuery(
    {
      ...balanceQuery(widget, { chainId, token: token ?? NATIVE_TOKEN, account: account ?? ZERO_ADDRESS }),
      enabled,
    },
    widget.queryClient,
  )
  return enabled
    ? { value: data, isLoading, error: error ?? undefined }
    : { value: undefined, isLoading: false, error: undefined }
}
