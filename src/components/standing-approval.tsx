import { useMemo } from 'react'
import type { Token } from '../events/types.ts'
import { useAllowances } from '../hooks/use-allowances.ts'
import { useChain } from '../hooks/use-chain.ts'
import type { StandingApproval as Approval } from '../hooks/use-revoke.ts'
import { useTranslation } from '../hooks/use-translation.ts'
import type { Address } from '../lib/address.ts'
import { shortAddress } from '../lib/short-address.ts'
import { Notice } from './notice.tsx'
import { RevokeApproval } from './revoke-approval.tsx'

/** Base units, and Unix seconds. */
interface StandingSignature {
  amount: bigint
  deadline: bigint
}

export interface StandingApprovalProps {
  /** A swap that has ended, of which `done` are the processes that were completed. */
  run: {
    intent: { chainId: number; account: Address; inputToken: Pick<Token, 'address' | 'symbol' | 'decimals'> }
    done: readonly { type: string }[]
    /** Signed, and not used by a swap that succeeded. */
    permit?: StandingSignature | undefined
    /** Of a swap that was sent: the approvals that went with it. */
    verified?: { approvals: object | undefined }
    /** Of a swap that failed: where, and whether an approval went with its transaction. */
    at?: string
    approvedInBatch?: boolean | undefined
  }
}

/**
 * After a swap that ended without using its approval: removes it, and says of a signature that it still counts. Renders
 * nothing where neither stands.
 */
export function StandingApproval({ run }: StandingApprovalProps) {
  const { intent, done, permit, verified } = run
  const spender = useChain(intent.chainId)?.routerAddress
  // A permit's allowance stands too, where the swap took less or did not take it.
  const hasApproved =
    verified?.approvals !== undefined ||
    run.approvedInBatch ||
    // The wallet may have sent it, whatever it answered.
    run.at === 'approving' ||
    done.some(({ type }) => type === 'approval' || type === 'permit')
  const { chainId, account, inputToken } = intent
  const approval = useMemo(
    () => (spender && hasApproved ? { chainId, account, token: inputToken.address, spender } : undefined),
    [chainId, account, inputToken.address, spender, hasApproved],
  )
  return (
    <>
      {permit && spender && <StandingPermit permit={permit} token={inputToken} spender={spender} />}
      {approval && <Removal approval={approval} symbol={inputToken.symbol} />}
    </>
  )
}

function Removal({ approval, symbol }: { approval: Approval; symbol: string }) {
  const [{ allowance = 0n, isUnread = false } = {}] = useAllowances([approval])
  // Unknown may be standing, and to remove nothing is harmless.
  const stands = allowance > 0n || isUnread
  return <RevokeApproval approval={approval} symbol={symbol} label="remove" stands={stands} />
}

interface StandingPermitProps {
  permit: StandingSignature
  token: Pick<Token, 'symbol' | 'decimals'>
  spender: Address
}

/** A signature cannot be taken back: who may use it, for how much, until when, and what ends it sooner. */
function StandingPermit({ permit: { amount, deadline }, token, spender }: StandingPermitProps) {
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
