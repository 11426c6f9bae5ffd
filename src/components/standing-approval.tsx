import { useMemo } from 'react'
import type { Token } from '../events/types.ts'
import { useAllowances } from '../hooks/use-allowances.ts'
import { useChain } from '../hooks/use-chain.ts'
import type { StandingApproval as Approval } from '../hooks/use-revoke.ts'
import type { Address } from '../lib/address.ts'
import { RevokeApproval } from './revoke-approval.tsx'

export interface StandingApprovalProps {
  /** A swap that has ended, of which `done` are the processes that were completed. */
  run: {
    intent: { chainId: number; account: Address; inputToken: Pick<Token, 'address' | 'symbol'> }
    done: readonly { type: string }[]
  }
}

/** After a swap that ended without using its approval: removes it. Renders nothing where no approval stands. */
export function StandingApproval({ run }: StandingApprovalProps) {
  const { intent, done } = run
  const spender = useChain(intent.chainId)?.routerAddress
  // A permit's allowance stands too, where the swap took less or did not take it.
  const hasApproved = done.some(({ type }) => type === 'approval' || type === 'permit')
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
