import { useQueries } from '@tanstack/react-query'
import { allowanceQuery } from '../queries/allowance-query.ts'
import type { StandingApproval } from './use-revoke.ts'
import { useWidget } from './use-widget.ts'

/** The allowance of each approval in base units, in their order; undefined is unknown. */
export function useAllowances(approvals: readonly StandingApproval[]): (bigint | undefined)[] {
  const widget = useWidget()
  const results = useQueries(
    {
      queries: approvals.map(({ account: owner, ...approval }) =>
        allowanceQuery(widget, { ...approval, owner }),
      ),
    },
    widget.queryClient,
  )
  return results.map(({ data }) => data)
}
