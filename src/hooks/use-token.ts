import { skipToken, useQuery } from '@tanstack/react-query'
import { type Address, NATIVE_TOKEN } from '../../wire/lib/address.ts'
import type { SluiceError } from '../errors/sluice-error.ts'
import type { Token } from '../events/types.ts'
import { tokenQuery } from '../queries/token-query.ts'
import { useWidget } from './use-widget.ts'

export interface TokenView {
  token: Token | undefined
  isLoading: boolean
  error: SluiceError | undefined
}

/** Loads the details of a token. Requests nothing without an address. */
export function useToken({ chainId, address }: { chainId: number; address: Address | undefined }): TokenView {
  const widget = useWidget()
  const options = tokenQuery(widget, { chainId, address: address ?? NATIVE_TOKEN })
  const { data, error, isLoading } = useQuery(
    address ? options : { ...options, queryFn: skipToken, enabled: false },
    widget.queryClient,
  )
  return address
    ? { token: data, isLoading, error: error ?? undefined }
    : { token: undefined, isLoading: false, error: undefined }
}
