import { skipToken, useQuery } from '@tanstack/react-query'
import { readAddress, ZERO_ADDRESS } from '../lib/address.ts'
import { checksumQuery } from '../queries/checksum-query.ts'
import { useWidget } from './use-widget.ts'

/** Whether a text is an address with a wrong checksum; false while unknown. */
export function useHasWrongChecksum(text: string): boolean {
  const widget = useWidget()
  const address = readAddress(text)
  const options = checksumQuery(widget, { address: address ?? ZERO_ADDRESS })
  const { data } = useQuery(
    address ? options : { ...options, queryFn: skipToken, enabled: false },
    widget.queryClient,
  )
  return data === false
}
