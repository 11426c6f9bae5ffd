import { useMemo } from 'react'
import type { Run } from '../execution/machine/types.ts'
import { useAllowances } from '../hooks/use-allowances.ts'
import { useChain } from '../hooks/use-chain.ts'
import type { StandingApproval as Approval } from '../hooks/use-revoke.ts'
import { RevokeApproval } from './revoke-approval.tsx'

/** After a swap that ended without using its approval: removes it. Renders nothing where no approval stands. */
export function StandingApproval({ run }: { run: Run }) {
  const { intent, done } = run
  const spender = useChain(intent.chainId)?.routerAddress
  const hasApproved = done.some(({ type }) => type === 'approval')
  const { chainId, account, inputToken } = intent
  const approval = useMemo(
    () => (spender && hasApproved ? { chainId, account, token: inputToken.address, spender } : undefined),
    [chainId, account, inputToken.address, spender, hasApproved],
  )
  return approval && <Removal approval={approval} symbol={inputToken.symbol} />
}

function Removal({ approval, symbol }: { approval: Approval; symbol: string }) {
  const [allowance] = useAllowances([approval])
  const stands = allowance !== undefined && allowance > 0n
  return <RevokeApproval approval={approval} symbol={symbol} label="remove" stands={stands} />
}
