import type { Hex } from '../../../wire/lib/address.ts'
import type { ErrorCode } from '../../errors/codes.ts'
import { orUnknown, reportDefect } from '../../errors/report-defect.ts'
import { SluiceError } from '../../errors/sluice-error.ts'
import { encodePermit, type PermitRequest, permitTypedData } from '../codecs/permit.ts'
import type { PermitPlan, Run, SignedPermit, StateOf, SwapIntent } from '../machine/types.ts'
import { askHost } from './ask-host.ts'
import { requireWallet, toApprovalRequest } from './send-call.ts'
import type { Effect, EffectContext } from './types.ts'

/**
 * How much longer than the swap a permit is valid: the time to sign it and to check a fresh quote.
 */
const PERMIT_MARGIN_SECONDS = 90n
/**
 * Limits the validity to minutes, however long the swap may be executed, because nothing shows the
 * user that a signature is still valid.
 */
const MAX_PERMIT_SECONDS = 300
/** A permit that ends sooner is requested again instead of being used. */
const MIN_REST_SECONDS = 30n

/**
 * After these the user, the host or the page has to act first: another kind of request would be
 * wrong.
 */
const STOPS: ReadonlySet<ErrorCode> = new Set([
  'USER_REJECTED',
  'HOST_REJECTED',
  'REQUEST_PENDING',
  'CHAIN_MISMATCH',
  'ACCOUNT_CHANGED',
  'WALLET_NOT_FOUND',
])

/**
 * Requests the signature of the permit. Resolves to `permit-refused` if the wallet cannot sign it:
 * a signature moves nothing, so an approval can be requested instead.
 */
export const signPermit: Effect<StateOf<'permitting'>> = async (state, context) => {
  const { intent, plan } = state
  const { permit } = plan
  const { wallet, signal } = context
  const { chainId, account } = intent
  const request: PermitRequest = { chainId, account, approval: plan, permit }
  await askHost('onBeforeApproval', toApprovalRequest(intent, { ...plan, kind: 'permit' }), context)
  await requireWallet(wallet, intent)
  signal.throwIfAborted()
  context.checkRules?.()
  const signature = await wallet.signTypedData(permitTypedData(request)).catch((error: unknown) => {
    if (error instanceof SluiceError && STOPS.has(error.code)) throw error
    return reportDefect(error, context.reportError)
  })
  const data = signature && (await encodePermit(request, String(signature) as Hex))
  if (!data) return { type: 'permit-refused', by: 'wallet' }
  return { type: 'permit-signed', permit: { data, amount: plan.amount, deadline: permit.deadline } }
}

/** The permit of this run, if it covers the amount and does not end soon. */
export function usablePermit(
  { permit }: Pick<Run, 'permit'>,
  { amount, nowMs }: { amount: bigint; nowMs: number },
): SignedPermit | undefined {
  const isValid = permit && permit.amount >= amount && permit.deadline > toSeconds(nowMs) + MIN_REST_SECONDS
  return isValid ? permit : undefined
}

/**
 * The permit to request; undefined if an approval is needed. Unreadable chain data counts as
 * unsupported.
 */
export async function planPermit(
  intent: SwapIntent,
  query: {
    spender: PermitRequest['approval']['spender']
    amount: bigint
    nowMs: number
    deadlineSeconds: number
  },
  { chain, reportError }: Pick<EffectContext, 'chain' | 'reportError'>,
): Promise<PermitPlan | undefined> {
  const { chainId, account: owner, inputToken } = intent
  const { spender, amount, nowMs, deadlineSeconds } = query
  const method = await orUnknown(
    chain.permitMethod({ chainId, token: inputToken.address, owner, spender, amount }),
    reportError,
  )
  const deadline =
    toSeconds(nowMs) + BigInt(Math.min(deadlineSeconds, MAX_PERMIT_SECONDS)) + PERMIT_MARGIN_SECONDS
  return method && { method, deadline }
}

function toSeconds(ms: number): bigint {
  return BigInt(Math.floor(ms / 1_000))
}
