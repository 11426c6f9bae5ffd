import { skipToken, useQuery } from '@tanstack/react-query'
import type { Address } from '../lib/address.ts'
import { accountActivityQuery } from '../queries/account-activity-query.ts'
import { useWidget } from './use-widget.ts'

/** What the chain says of a recipient. */
export type RecipientStanding =
  /** An account that was used before. */
  | 'active'
  | 'contract'
  /** No code, no transaction and no balance. */
  | 'low-activity'
  | 'loading'
  /** The chain could not be read. */
  | 'unknown'

export interface RecipientStandingView {
  /** Undefined without a recipient. */
  standing: RecipientStanding | undefined
  retry: () => void
}

/** Reads what the chain knows of a recipient. */
export function useRecipientStanding({
  chainId,
  recipient,
}: {
  chainId: number
  recipient: Address | undefined
}): RecipientStandingView {
  const widget = useWidget()
  const { data, error, isFetching, refetch } = useQuery(
    recipient
      ? accountActivityQuery(widget, { chainId, account: recipient })
      : { queryKey: ['sluice', widget.key, 'account-activity'], queryFn: skipToken, enabled: false },
    widget.queryClient,
  )
  return { standing: recipient && getStanding(), retry: () => void refetch() }

  function getStanding(): RecipientStanding {
    if (data) return data.isContract ? 'contract' : data.isUsed ? 'active' : 'low-activity'
    return error && !isFetching ? 'unknown' : 'loading'
  }
}
