import { type Address, type Hex, sameAddress } from '../../../wire/lib/address.ts'
import { loadApproveCall } from '../../chain/approve-call.ts'
import type { Call, Replaceable } from '../../chain/types.ts'
import type { ApprovalRequest, SwapRequest } from '../../config/types.ts'
import type { ErrorCode } from '../../errors/codes.ts'
import { SluiceError } from '../../errors/sluice-error.ts'
import { LATE_MS } from '../../lib/thresholds.ts'
import type { WalletPort } from '../../wallet/types.ts'
import type { ApprovalPlan, ExecutionEvent, StateOf, SwapIntent, VerifiedQuote } from '../machine/types.ts'
import { type Asking, answerOrFound, type SilentRequest } from './answer-or-found.ts'
import { askHost } from './ask-host.ts'
import { latestBlock } from './latest-block.ts'
import type { Effect, EffectContext } from './types.ts'

export interface SendOptions {
  /** Units of gas. */
  gas: bigint
  /**
   * The nonce and the fees of the transaction that replaces a pending one. Default: the wallet
   * chooses both.
   */
  replaces?: Pick<Replaceable, 'nonce' | 'fees'>
  /** Calls the host's hook first. Rejects to send nothing. */
  ask?: () => Promise<void>
  /** Called immediately before the wallet request. Nothing was sent before. */
  onAsk?: () => void
  /** Aborted once the transaction is found on chain: the wallet then has no open request. */
  found?: AbortSignal
  /** Milliseconds since the epoch: after this the verified call has expired. Default: never. */
  freshUntil?: number
}

const TRANSACTION_HASH = /^0x[0-9a-fA-F]{64}$/

/**
 * Calls the host's hook, reads the wallet's chain and account again, then requests the signature.
 * Sends no request if either differs, if the call has expired, or if the stage has been left.
 */
export async function sendCall(
  { to, data, value }: Call,
  { gas, replaces, onAsk, found, ...options }: SendOptions,
  { chainId, account: from }: Pick<SwapIntent, 'chainId' | 'account'>,
  context: Pick<EffectContext, 'wallet' | 'signal' | 'now' | 'checkRules'>,
): Promise<Hex> {
  const { wallet } = context
  await requireSendable(options, { chainId, account: from }, context)
  onAsk?.()
  const hash: unknown = await wallet.sendTransaction({
    chainId,
    from,
    to,
    data,
    value,
    gas,
    ...replaces,
    ...(found && { found }),
  })
  if (typeof hash === 'string' && TRANSACTION_HASH.test(hash)) return hash as Hex
  throw new SluiceError('WALLET_ERROR', {
    details: `the wallet returned ${String(hash).slice(0, 80)} instead of a transaction hash`,
  })
}

/** Checks everything that must hold immediately before the wallet request. */
async function requireSendable(
  { ask, freshUntil = Number.POSITIVE_INFINITY }: Omit<SendOptions, 'gas' | 'replaces' | 'onAsk' | 'found'>,
  intent: Pick<SwapIntent, 'chainId' | 'account'>,
  { wallet, signal, now, checkRules }: Pick<EffectContext, 'wallet' | 'signal' | 'now' | 'checkRules'>,
): Promise<void> {
  await ask?.()
  await requireWallet(wallet, intent)
  signal.throwIfAborted()
  checkRules?.()
  if (now() > freshUntil) throw new SluiceError('QUOTE_EXPIRED', { details: 'the wallet took too long' })
}

/** Requests the signature of exactly the verified call. */
export const signSwap: Effect<StateOf<'signing'>> = async ({ intent, verified }, context) => {
  const { gas, freshUntil, approvals } = verified
  if (approvals) return signBatch(intent, { ...verified, approvals }, context)
  const ask = () => askHost('onBeforeSwap', toSwapRequest(intent, verified), context)
  return orUncertain({ intent, verified, context }, async ({ since, ...asking }) => ({
    type: 'sent',
    since,
    hash: await sendCall(verified, { gas: gas.limit, freshUntil, ask, ...asking }, intent, context),
  }))
}

/** Error codes that prove that the wallet sent nothing. */
const NOT_SENT: ReadonlySet<ErrorCode> = new Set([
  'USER_REJECTED',
  'REQUEST_PENDING',
  'CHAIN_MISMATCH',
  'ACCOUNT_CHANGED',
  'WALLET_NOT_FOUND',
  'INSUFFICIENT_GAS',
])
/** EIP-1193 and JSON-RPC codes by which a wallet rejects a request. */
const NOT_TAKEN: ReadonlySet<unknown> = new Set([4_100, 4_200, -32_600, -32_601, -32_602])

/**
 * Sends the swap, and searches the chain for it if the wallet's response proves nothing: the
 * response can be lost, late or missing although the swap was sent.
 */
async function orUncertain(
  { intent, verified, context }: { intent: SwapIntent; verified: VerifiedQuote; context: EffectContext },
  send: (asking: Asking & { since: bigint | undefined }) => Promise<ExecutionEvent>,
): Promise<ExecutionEvent> {
  const [block] = await Promise.all([latestBlock(intent, context), context.showChecks?.()])
  const since = block ?? verified.verifiedAt
  const search = toSearch({ intent, verified, since }, context)
  const first = await answerOrFound(
    async (asking) => {
      let isAsked = false
      const onAsk = () => {
        isAsked = true
        asking.onAsk()
      }
      try {
        return await send({ ...asking, since, onAsk })
      } catch (error) {
        if (!isAsked || isNothingSent(error)) throw error
        return { type: 'sent', hash: undefined, isUncertain: true, since } as const
      }
    },
    { search, context },
  )
  if ('answer' in first) return first.answer
  if (first.hash) return { type: 'sent', hash: first.hash, since }
  throw new SluiceError('QUOTE_EXPIRED', { details: 'the wallet did not respond before the deadline' })
}

function toSearch(
  { intent, verified, since }: { intent: SwapIntent; verified: VerifiedQuote; since: bigint | undefined },
  { known, now }: EffectContext,
): SilentRequest['search'] {
  const { to, data, value, chainDeadline, deadlineAt = 0 } = verified
  return {
    chainId: intent.chainId,
    from: intent.account,
    to,
    data,
    value,
    chainDeadline,
    fromBlock: since,
    known: () => known?.(intent.id) ?? [],
    // A node that reports a wrong time must not end a request that the wallet still shows.
    isAnswered: () => now() >= deadlineAt + LATE_MS,
  }
}

/** True if a wallet error proves that nothing was sent. */
export function isNothingSent(error: unknown): boolean {
  let current = error
  if (error instanceof SluiceError && NOT_SENT.has(error.code)) return true
  for (let depth = 0; depth < 10 && typeof current === 'object' && current !== null; depth += 1) {
    if ('code' in current && NOT_TAKEN.has(current.code)) return true
    current = 'cause' in current ? current.cause : undefined
  }
  return false
}

/**
 * Requests approval and swap as one batch. Resolves to `batch-refused` only if the wallet reports
 * that it sends nothing: after any other failure the batch may have been sent.
 */
async function signBatch(
  intent: SwapIntent,
  verified: VerifiedQuote & { approvals: ApprovalPlan },
  context: EffectContext,
): Promise<ExecutionEvent> {
  const { approvals, freshUntil, to, data, value } = verified
  const { chainId, account } = intent
  const approveCall = await loadApproveCall()
  const calls = approvals.steps.map((step) =>
    approveCall(approvals.token, approvals.spender, step === 'approval-reset' ? 0n : approvals.amount),
  )
  const ask = async () => {
    await askHost('onBeforeApproval', toApprovalRequest(intent, { ...approvals, kind: 'batch' }), context)
    await askHost('onBeforeSwap', toSwapRequest(intent, verified), context)
  }
  const batch = { chainId, from: account, calls: [...calls, { to, data, value }] }
  return orUncertain({ intent, verified, context }, async ({ since, onAsk, found }) => {
    await requireSendable({ freshUntil, ask }, intent, context)
    onAsk()
    const sent = await context.wallet.sendBatch({ ...batch, found })
    return sent ? { type: 'sent', hash: undefined, since, ...sent } : { type: 'batch-refused' }
  })
}

/** The hook request of an approval, by a transaction or otherwise. */
export function toApprovalRequest(
  { id: routeId, chainId, account, inputToken: token }: SwapIntent,
  { spender, amount, kind }: { spender: Address; amount: bigint; kind: ApprovalRequest['kind'] },
): ApprovalRequest {
  return { routeId, chainId, account, token, spender, kind, amount: amount.toString() }
}

function toSwapRequest(intent: SwapIntent, verified: VerifiedQuote): SwapRequest {
  const { id: routeId, chainId, account, receiver, inputToken, outputToken } = intent
  const { minOutputAmount } = verified
  return {
    routeId,
    chainId,
    account,
    receiver,
    inputToken,
    outputToken,
    inputAmount: verified.inputAmount.toString(),
    maxInputAmount: verified.maxInputAmount.toString(),
    outputAmount: verified.outputAmount.toString(),
    ...(minOutputAmount !== undefined && { minOutputAmount: minOutputAmount.toString() }),
    router: verified.to,
    value: verified.value.toString(),
  }
}

/**
 * Reads chain and account from the wallet immediately before a signature is requested. Rejects with
 * `CHAIN_MISMATCH` or `ACCOUNT_CHANGED` if they differ from the intent.
 */
export async function requireWallet(
  wallet: WalletPort,
  intent: Pick<SwapIntent, 'chainId' | 'account'>,
): Promise<void> {
  const [chainId, account] = await Promise.all([wallet.readChainId(), wallet.readAccount()])
  if (chainId !== intent.chainId) {
    throw new SluiceError('CHAIN_MISMATCH', {
      details: `expected ${intent.chainId}, wallet is on ${chainId}`,
    })
  }
  if (!account || !sameAddress(account, intent.account)) {
    throw new SluiceError('ACCOUNT_CHANGED', { details: `expected ${intent.account}, wallet has ${account}` })
  }
}
