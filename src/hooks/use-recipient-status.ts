import { useQueries, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Address } from '../../wire/lib/address.ts'
import { accountActivityQuery } from '../queries/account-activity-query.ts'
import { useConfig } from './use-config.ts'
import { useWidget } from './use-widget.ts'

/** The time to wait for the other chains after the own chain has responded. */
const ELSEWHERE_MS = 3_000

/** The result of checking a recipient on chain. */
export type RecipientStatus =
  /** An account that was used before. */
  | 'active'
  | 'contract'
  /**
   * A contract on another chain without code on this one: a wallet that may not be deployed here.
   */
  | 'contract-elsewhere'
  /** An account without code, transactions and balance. */
  | 'low-activity'
  | 'loading'
  /** The chain could not be read. */
  | 'unknown'

export interface RecipientStatusView {
  /** Undefined without a recipient. */
  status: RecipientStatus | undefined
  /** The name of the other chain of a `contract-elsewhere`. */
  elsewhere?: string | undefined
  /** True while `status` may still change, because a chain has not responded. */
  isChecking: boolean
  retry: () => void
}

/**
 * Checks a recipient on chain. Only if it is not a contract there, the other chains receive its
 * address too. A slow or failing other chain delays the result only briefly.
 */
export function useRecipientStatus({
  chainId,
  recipient,
}: {
  chainId: number
  recipient: Address | undefined
}): RecipientStatusView {
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
  // An unreadable other chain does not count against the recipient, and a failed one is not waited
  // for again.
  const isWaiting = !isLate && elsewhere.some((other) => other.isLoading && other.errorUpdateCount === 0)
  const found = others.find((_, index) => elsewhere[index]?.data?.isContract)
  const status = recipient && getStatus()
  return {
    status,
    elsewhere: status === 'contract-elsewhere' ? found?.label : undefined,
    isChecking: status === 'loading' || (isWaiting && !found),
    retry: () => void here.refetch(),
  }

  function getStatus(): RecipientStatus {
    if (!data) return here.error && !here.isFetching ? 'unknown' : 'loading'
    if (data.isContract) return 'contract'
    if (found) return 'contract-elsewhere'
    if (!data.isUsed) return 'low-activity'
    return isWaiting ? 'loading' : 'active'
  }
}

/** Returns true `ELSEWHERE_MS` after the own chain responded. */
function useIsLate(respondedAt: number | undefined): boolean {
  const [lateSince, setLateSince] = useState<number>()
  useEffect(() => {
    if (respondedAt === undefined) return
    const left = respondedAt + ELSEWHERE_MS - Date.now()
    const timer = setTimeout(() => setLateSince(respondedAt), Math.min(left, ELSEWHERE_MS))
    return () => clearTimeout(timer)
  }, [respondedAt])
  return respondedAt !== undefined && lateSince === respondedAt
}
