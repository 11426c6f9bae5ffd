import { skipToken, useQuery } from '@tanstack/react-query'
import { readAddress, ZERO_ADDRESS } from '../../wire/lib/address.ts'
import { checksumQuery } from '../queries/checksum-query.ts'
import { useWidget } from './use-widget.ts'

export interface ChecksumView {
  /**
   * True if the checksum is valid or absent. Undefined while unknown, or if the text is not an
   * address.
   */
  isRight: boolean | undefined
  /** True if loading the check failed. */
  isError: boolean
  retry: () => void
}

/** Verifies the checksum of a typed address. */
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
