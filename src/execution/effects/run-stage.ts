import type { Address } from '../../../wire/lib/address.ts'
import { loadWatch } from '../../chain/load-watch.ts'
import { SluiceError } from '../../errors/sluice-error.ts'
import type { ExecutionEvent, ExecutionState, StateOf } from '../machine/types.ts'
import { approve } from './approve.ts'
import { fetchQuote } from './fetch-quote.ts'
import { checkHostRules } from './host-rules.ts'
import { signPermit } from './permit.ts'
import { signSwap } from './send-call.ts'
import type { Effect, EffectContext } from './types.ts'
import { verify } from './verify.ts'
import { watchSwap } from './watch-swap.ts'
import { quoteWrap, verifyWrap } from './wrap.ts'

/**
 * Runs the effect of a stage and resolves to the event that ends it; undefined for stages that wait
 * for the user.
 */
export async function runStage(
  state: ExecutionState,
  context: EffectContext,
): Promise<ExecutionEvent | undefined> {
  const wrapper = 'intent' in state ? state.intent.wrapper : undefined
  const checkRules = () => checkHostRules(state, context.config())
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

/** True if this state requests a transaction from the wallet. */
function asksToSend(state: ExecutionState): boolean {
  return state.stage === 'signing' || (state.stage === 'approving' && state.hash === undefined)
}

/**
 * Claims the swap before anything is requested: two tabs that confirm the same swap would both
 * request it.
 */
async function claimSwap(state: ExecutionState, { claim, signal }: EffectContext): Promise<void> {
  if (state.stage !== 'switching' && state.stage !== 'quoting') return
  const isClaimed = (await claim?.(state.intent)) ?? true
  signal.throwIfAborted()
  if (!isClaimed) throw new SluiceError('CONFIRMED_ELSEWHERE')
}

/** Switches the wallet to the intent's chain unless it is already there. */
export const ensureChain: Effect<StateOf<'switching'>> = async ({ intent }, { wallet, signal }) => {
  const current = await wallet.readChainId()
  signal.throwIfAborted()
  if (current !== intent.chainId) await wallet.switchChain(intent.chainId)
  return { type: 'chain-ready' }
}
