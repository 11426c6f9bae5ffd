import { useMemo } from 'react'
import type { Address } from '../../wire/lib/address.ts'
import type { Token } from '../events/types.ts'
import { useAllowances } from '../hooks/use-allowances.ts'
import { useChain } from '../hooks/use-chain.ts'
import type { ExistingApproval as Approval } from '../hooks/use-revoke.ts'
import { useTranslation } from '../hooks/use-translation.ts'
import { shortAddress } from '../lib/short-address.ts'
import { Notice } from './notice.tsx'
import { RevokeApproval } from './revoke-approval.tsx'

/** `amount` is in base units, `deadline` in Unix seconds. */
interface RemainingPermit {
  amount: bigint
  deadline: bigint
}

export interface RemainingApprovalProps {
  /** A swap that has ended. `done` are its completed processes. */
  run: {
    intent: { chainId: number; account: Address; inputToken: Pick<Token, 'address' | 'symbol' | 'decimals'> }
    done: readonly { type: string }[]
    /** A signed permit that no successful swap used. */
    permit?: RemainingPermit | undefined
    /** The approvals that were sent with the swap. */
    verified?: { approvals: object | undefined }
    /** The stage in which the swap failed, and whether its transaction contained an approval. */
    at?: string
    approvedInBatch?: boolean | undefined
  }
}

/**
 * Offers to revoke an unused approval after a swap has ended, and warns about a valid permit.
 * Renders nothing without either.
 */
export function RemainingApproval({ run }: RemainingApprovalProps) {
  const { intent, done, permit, verified } = run
  const spender = useChain(intent.chainId)?.routerAddress
  // The allowance of a permit also remains if the swap took less or did not use it.
  const hasApproved =
    verified?.approvals !== undefined ||
    run.approvedInBatch ||
    // The wallet may have sent the approval despite its response.
    run.at === 'approving' ||
    done.some(({ type }) => type === 'approval' || type === 'permit')
  const { chainId, account, inputToken } = intent
  const approval = useMemo(
    () => (spender && hasApproved ? { chainId, account, token: inputToken.address, spender } : undefined),
    [chainId, account, inputToken.address, spender, hasApproved],
  )
  return (
    <>
      {permit && spender && <RemainingPermitNotice permit={permit} token={inputToken} spender={spender} />}
      {approval && <Removal approval={approval} symbol={inputToken.symbol} />}
    </>
  )
}

function Removal({ approval, symbol }: { approval: Approval; symbol: string }) {
  const [{ allowance = 0n, isUnread = false } = {}] = useAllowances([approval])
  // An unknown allowance may be above 0, and revoking 0 is harmless.
  const isActive = allowance > 0n || isUnread
  return <RevokeApproval approval={approval} symbol={symbol} label="remove" isActive={isActive} />
}

interface RemainingPermitNoticeProps {
  permit: RemainingPermit
  token: Pick<Token, 'symbol' | 'decimals'>
  spender: Address
}

/**
 * Explains a permit, which cannot be withdrawn: spender, amount, deadline, and how to invalidate
 * it.
 */
function RemainingPermitNotice({ permit: { amount, deadline }, token, spender }: RemainingPermitNoticeProps) {
  const { t, format } = useTranslation()
  const endsAt = Number(deadline) * 1_000
  if (endsAt <= Date.now()) return null
  return (
    <Notice tone="warning" title={t('stage.permitStands.title')}>
      <span title={spender}>
        {t('stage.permitStands.help', {
          spender: shortAddress(spender),
          amount: format.exactAmount(amount, token.decimals),
          token: token.symbol,
          time: format.time(endsAt),
        })}
      </span>
    </Notice>
  )
}
