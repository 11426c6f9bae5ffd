import { getApprovalKind } from '../../execution/machine/terms.ts'
import type { StateOf } from '../../execution/machine/types.ts'
import { ApprovalNotice } from './approval-notice.tsx'
import { BatchNotice, BatchRefusedNotice } from './batch-notice.tsx'
import { PermitNotice, PermitRefusedNotice } from './permit-notice.tsx'

/**
 * Shows the approval that precedes or accompanies the swap, and why it differs from the previous
 * request.
 */
export function PlannedApproval({ state }: { state: StateOf<'reconfirm'> }) {
  const { intent, verified, permitRefused, batchRefused } = state
  const { approvals, isPermitRefused } = verified
  if (!approvals) return null
  const kind = getApprovalKind(approvals, state)
  if (kind === 'batch') return <BatchNotice intent={intent} {...approvals} />
  const refusedBy = permitRefused ?? (isPermitRefused ? 'chain' : undefined)
  return (
    <>
      {batchRefused && <BatchRefusedNotice />}
      {kind === 'permit' ? (
        <PermitNotice intent={intent} {...approvals} />
      ) : (
        <>
          {refusedBy && <PermitRefusedNotice by={refusedBy} />}
          <ApprovalNotice intent={intent} {...approvals} />
        </>
      )}
    </>
  )
}
