import type { UseQueryOptions } from '@tanstack/react-query'
import type { Address } from '../../wire/lib/address.ts'
import type { SluiceError } from '../errors/sluice-error.ts'
import { type QueryContext, queryKey } from './query-context.ts'
import { sharedOptions } from './shared-options.ts'

/**
 * Returns whether an address has a valid checksum (EIP-55), or none because it is in a single case.
 */
export function checksumQuery(
  context: QueryContext,
  { address }: { address: Address },
): UseQueryOptions<boolean, SluiceError> {
  return {
    ...sharedOptions,
    queryKey: queryKey(context, 'checksum', { address }),
    queryFn: async () => {
      const digits = address.slice(2)
      // A single case carries no checksum.
      if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return true
      const { isAddress } = await import('../chain/viem.ts')
      return isAddress(address)
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  }
}
