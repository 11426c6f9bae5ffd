import { skipToken, useQuery } from '@tanstack/react-query'
import { readAddress, ZERO_ADDRESS } from '../lib/address.ts'
import { checksumQuery } from '../queries/checksum-query.ts'
import { useWidget } from './use-widget.ts'

export interface ChecksumView {
  /** False: wrong. True: right, or the address has none. Undefined: unknown, or the text is no address. */
  isRight: boolean | undefined
  /** The check failed to load. */
  isError: boolean
  retry: () => void
}

/** Checks the checksum of a typed address. */
export function useChecksum(text: string): ChecksumView {
  const widget = useWidget()
  const address = readAddress(text)
  const options = checksumQuery(widget, { address: address ?? ZERO_ADDRESS })
  const { data, isError, refetch } = useQuery(
    address ? options : { ...options, queryFn: skipToken, enabled: false },
    widget.queryClient,
  )
  return { isRight: address && data, isError: address !== undefined && isError, retry: () => void refetch() }
}
