import { useQueries, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Address } from '../lib/address.ts'
import { accountActivityQuery } from '../queries/account-activity-query.ts'
import { useConfig } from './use-config.ts'
import { useWidget } from './use-widget.ts'

/** How long the other chains are waited for, once the own has answered. */
const ELSEWHERE_MS = 3_000

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
  /** The chain, or for a moment another one, has not answered yet: `standing` may change. */
  isChecking: boolean
  retry: () => void
}

/**
 * Reads what the chain knows of a recipient. The other chains are told of the address, and asked whether it is a contract
 * there, only where it is none here. One of them that is slow or away holds nothing up for long.
 */
export function useRecipientStanding({
  chainId,
  recipient,
}: {
  chainId: number
  recipient: Address | undefined
}): RecipientStandingView {
  const widget = useWidget()
  const { chains } = useConfig()
  const here = useQuery(accountActivityQuery(widget, { chainId, account: recipient }), widget.queryClient)
  const { data } = here
  const others = data?.isContract === false ? chains.filter(({ id }) => id !== chainId) : []
  const elsewhere = useQueries(
    { queries: others.map(({ id }) => accountActivityQuery(widget, { chainId: id, account: recipient })) },
    widget.queryClient,
  )
  const isLate = useIsLate(data && here.dataUpdatedAt)
  // A chain that cannot be read says nothing against a recipient on another. One that failed before is not waited for again.
  const isWaiting = !isLate && elsewhere.some((other) => other.isLoading && other.errorUpdateCount === 0)
  const found = others.find((_, index) => elsewhere[index]?.data?.isContract)
  const standing = recipient && getStanding()
  return {
    standing,
    elsewhere: standing === 'contract-elsewhere' ? found?.label : undefined,
    isChecking: standing === 'loading' || (isWaiting && !found),
    retry: () => void here.refetch(),
  }

  function getStanding(): RecipientStanding {
    if (!data) return here.error && !here.isFetching ? 'unknown' : 'loading'
    if (data.isContract) return 'contract'
    if (found) return 'contract-elsewhere'
    if (!data.isUsed) return 'low-activity'
    return isWaiting ? 'loading' : 'active'
  }
}

/** Whether the other chains had their time since the own one answered, in milliseconds since the epoch. */
function useIsLate(answeredAt: number | undefined): boolean {
  const [lateSince, setLateSince] = useState<number>()
  useEffect(() => {
    if (answeredAt === undefined) return
    const left = answeredAt + ELSEWHERE_MS - Date.now()
    const timer = setTimeout(() => setLateSince(answeredAt), Math.min(left, ELSEWHERE_MS))
    return () => clearTimeout(timer)
  }, [answeredAt])
  return answeredAt !== undefined && lateSince === answeredAt
}
