import { useQueries } from '@tanstack/react-query'
import { allowanceQuery } from '../queries/allowance-query.ts'
import type { ExistingApproval } from './use-revoke.ts'
import { useWidget } from './use-widget.ts'

export interface AllowanceView {
  /** Base units. Undefined if unknown. */
  allowance: bigint | undefined
  /**
   * True if the last read failed, until a read succeeds. `allowance` is then undefined or outdated.
   */
  isUnread: boolean
  isReading: boolean
  retry: () => void
}

/** Reads the allowance of each approval, in their order. */
export function useAllowances(approvals: readonly ExistingApproval[]): AllowanceView[] {
  const widget = useWidget()
  const results = useQueries(
    {
      queries: approvals.map(({ account: owner, ...approval }) =>
        allowanceQuery(widget, { ...approval, owner }),
      ),
    },
    widget.queryClient,
  )
  return results.map(({ data, isError, errorUpdateCount, isFetching, refetch }) => ({
    allowance: data,
    isUnread: isError || (data === undefined && errorUpdateCount > 0),
    isReading: isFetching,
    retry: () => void refetch(),
  }))
}
