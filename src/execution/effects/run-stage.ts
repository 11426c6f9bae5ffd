import { loadWatch } from '../../chain/load-watch.ts'
import { isOfferedTrade } from '../../config/token-rules.ts'
import { SluiceError } from '../../errors/sluice-error.ts'
import { type Address, sameAddress } from '../../lib/address.ts'
import { UNLIMITED } from '../../lib/unlimited.ts'
import type { ExecutionEvent, ExecutionState, StateOf, SwapIntent, VerifiedQuote } from '../machine/types.ts'
import { approve } from './approve.ts'
import { fetchQuote } from './fetch-quote.ts'
import { signPermit } from './permit.ts'
import { quoteWrap } from './quote-wrap.ts'
import { signSwap } from './send-call.ts'
import type { Effect, EffectContext } from './types.ts'
import { verify } from './verify.ts'
import { verifyWrap } from './verify-wrap.ts'
import { watchSwap } from './watch-swap.ts'

/** Runs the effect of a stage and resolves to the event that ends it; undefined for stages that wait for the user. */
export async function runStage(
  state: ExecutionState,
  context: EffectContext,
): Promise<ExecutionEvent | undefined> {
  const wrapper = 'intent' in state ? state.intent.wrapper : undefined
  const checkRules = () => checkHostRules(state, context)
  checkRules()
  await claimSwap(state, context)
  if (asksToSend(state)) await loadWatch()
  return run(state, { ...context, checkRules }, wrapper)
}

function run(
  state: ExecutionState,
  context: EffectContext,
  wrapper: Address | undefined,
): Promise<ExecutionEvent> | undefined {
  switch (state.stage) {
    case 'switching':
      return ensureChain(state, context)
    case 'quoting':
      return wrapper ? quoteWrap(wrapper)(state, context) : fetchQuote(state, context)
    case 'verifying':
      return wrapper ? verifyWrap(wrapper)(state, context) : verify(state, context)
    case 'approving':
      return approve(state, context)
    case 'permitting':
      return signPermit(state, context)
    case 'signing':
      return signSwap(state, context)
    case 'watching':
      return watchSwap(state, context)
    case 'idle':
    case 'reconfirm':
    case 'completed':
    case 'failed':
      return undefined
    default:
      return state satisfies never
  }
}

/** Whether the wallet is asked for a transaction in this state. */
function asksToSend(state: ExecutionState): boolean {
  return state.stage === 'signing' || (state.stage === 'approving' && state.hash === undefined)
}

/** Before anything is asked for: two tabs that confirm the same swap at once would both ask the wallet. */
async function claimSwap(state: ExecutionState, { claim, signal }: EffectContext): Promise<void> {
  if (state.stage !== 'switching' && state.stage !== 'quoting') return
  const isClaimed = (await claim?.(state.intent)) ?? true
  signal.throwIfAborted()
  if (!isClaimed) throw new SluiceError('CONFIRMED_ELSEWHERE')
}

/** The host may change its rules while a swap runs: they hold until the wallet has signed. */
function checkHostRules(state: ExecutionState, { config }: EffectContext): void {
  switch (state.stage) {
    case 'approving':
    case 'permitting':
    case 'quoting':
    case 'verifying':
    case 'signing': {
      if (state.stage === 'approving' && state.hash) return
      if (!isOfferedTrade(config(), state.intent)) throw new SluiceError('PAIR_NOT_OFFERED')
      const { approvals } = config()
      const plan =
        'plan' in state ? state.plan : state.stage === 'signing' ? state.verified.approvals : undefined
      const verified = 'verified' in state ? state.verified : undefined
      const broken = [
        sendsElsewhere(state.intent) && config().recipient === 'hidden' && 'other recipients',
        verified && isUnverified(verified) && config().verification !== 'warn' && 'unverified swaps',
        plan?.amount === UNLIMITED && !approvals.unlimited && 'unlimited approvals',
        state.stage === 'signing' && plan && !approvals.batches && 'batches',
        state.stage === 'permitting' && !approvals.permits && 'permits',
      ].find((rule) => typeof rule === 'string')
      if (broken) throw new SluiceError('HOST_REJECTED', { details: `${broken} are not allowed any more` })
    }
  }
}

function sendsElsewhere({ account, receiver }: SwapIntent): boolean {
  return !sameAddress(account, receiver)
}

/** Whether neither the contract nor a simulation says what is received: only `verification: 'warn'` allows it. */
function isUnverified({ simulation, measuresReceiver }: VerifiedQuote): boolean {
  return simulation === undefined && !measuresReceiver
}

/** Switches the wallet to the intent's chain, unless it is there already. */
export const ensureChain: Effect<StateOf<'switching'>> = async ({ intent }, { wallet, signal }) => {
  const current = await wallet.readChainId()
  signal.throwIfAborted()
  if (current !== intent.chainId) await wallet.switchChain(intent.chainId)
  return { type: 'chain-ready' }
}
