import { useQueries } from '@tanstack/react-query'
import type { Address } from '../lib/address.ts'
import { accountActivityQuery } from '../queries/account-activity-query.ts'
import { useConfig } from './use-config.ts'
import { useWidget } from './use-widget.ts'

/** What the chain says of a recipient. */
export type RecipientStanding =
  /** An account that was used before. */
  | 'active'
  | 'contract'
  /** No code on this chain, and a contract on another: a wallet that may not be set up here. */
  | 'contract-elsewhere'
  /** No code, no transaction and no balance. */
  | 'low-activity'
  | 'loading'
  /** The chain could not be read. */
  | 'unknown'

export interface RecipientStandingView {
  /** Undefined without a recipient. */
  standing: RecipientStanding | undefined
  /** The name of the chain where a `contract-elsewhere` is one. */
  elsewhere?: string | undefined
  retry: () => void
}

/** Reads what the chain knows of a recipient, and whether it is a contract on another one. */
export function useRecipientStanding({
  chainId,
  recipient,
}: {
  chainId: number
  recipient: Address | undefined
}): RecipientStandingView {
  const widget = useWidget()
  const { chains } = useConfig()
  const others = chains.filter(({ id }) => id !== chainId)
  const ids = recipient ? [chainId, ...others.map(({ id }) => id)] : []
  const [here, ...elsewhere] = useQueries(
    {
      queries: ids.map((id) => accountActivityQuery(widget, { chainId: id, account: recipient as Address })),
    },
    widget.queryClient,
  )
  // A chain that cannot be read says nothing against a recipient on another.
  const found = others.find((_, index) => elsewhere[index]?.data?.isContract)
  const standing = here && getStanding(here)
  return {
    standing,
    elsewhere: standing === 'contract-elsewhere' ? found?.label : undefined,
    retry: () => void here?.refetch(),
  }

  function getStanding({ data, error, isFetching }: NonNullable<typeof here>): RecipientStanding {
    if (!data) return error && !isFetching ? 'unknown' : 'loading'
    if (data.isContract) return 'contract'
    if (found) return 'contract-elsewhere'
    if (elsewhere.some((other) => other.isLoading)) return 'loading'
    return data.isUsed ? 'active' : 'low-activity'
  }
}
