import type { Process, Route } from '../events/types.ts'
import type { ExecutionState, SwapIntent } from './machine/types.ts'
import { type Figures, toRoute } from './to-route.ts'

/** The route (the payload of the public events) of a swap that is not running yet. */
export function routeOfIntent(intent: SwapIntent): Route {
  return toRoute(intent, intent.price, [])
}

/**
 * The route of a running swap with the latest amounts available (received, firm, shown) and the
 * processes so far. Undefined in `idle`.
 */
export function routeOfState(state: ExecutionState, processes: readonly Process[]): Route | undefined {
  if (state.stage === 'idle') return undefined
  const { intent, terms } = state
  const enforced = 'verified' in state ? state.verified.minOutputAmount : undefined
  const route = {
    ...toRoute(intent, getFigures(state), processes),
    ...('verified' in state && state.verified.supportId && { quoteId: state.verified.supportId }),
    ...(!intent.wrapper && { toAmountMin: (enforced ?? terms.minOutputAmount).toString() }),
    ...(intent.outputAmount !== undefined && { fromAmountMax: terms.maxInputAmount.toString() }),
  }
  if (state.stage !== 'completed') return route
  const { paid, received } = state.outcome
  return {
    ...route,
    ...(paid !== undefined && { effectiveFromAmount: paid.toString() }),
    ...(received !== undefined && { toAmountReceive: received.toString(), received: received.toString() }),
  }
}

function getFigures(state: Exclude<ExecutionState, { stage: 'idle' }>): Figures {
  if ('verified' in state) return state.verified.quote
  if ('quote' in state) return state.quote
  return state.intent.price
}
