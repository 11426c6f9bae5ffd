import type { EventEnvelope, Route } from './types.ts'

/**
 * A step on the way to a swap, in order. `sign`: signed and sent. `mined`: the receipt reports
 * success. `dropped`: it ended otherwise.
 * @example
 * const goals: FunnelStepName[] = ['sign', 'mined']
 */
export type FunnelStepName = 'connect' | 'quote' | 'review' | 'approve' | 'sign' | 'mined' | 'dropped'

/**
 * A step of a user on the way to a swap, as `names: 'funnel'` forwards it. Tokens are identified by
 * their symbols.
 * @example
 * const step: FunnelStep = {
 *   step: 'dropped',
 *   chainId: 1,
 *   inputToken: 'ETH',
 *   outputToken: 'USDC',
 *   amountUsd: 3001.5,
 *   after: 'review',
 *   reason: 'USER_REJECTED',
 * }
 */
export interface FunnelStep {
  step: FunnelStepName
  swapId?: string
  chainId?: number
  inputToken?: string
  outputToken?: string
  /** The value paid, in US dollars; absent when unknown. */
  amountUsd?: number
  /**
   * Only for `dropped`: the previous step, and the error code; `LEFT` if the user went back from
   * the review.
   */
  after?: FunnelStepName
  reason?: string
}

/**
 * Reads the steps of the funnel from the events of one widget, in order. Each step of a swap is
 * reported once. A dropped swap that is tried again may still be signed and mined; a mined one has
 * no further step.
 */
export function createFunnel(): (event: EventEnvelope) => FunnelStep | undefined {
  /** The steps of each swap, in order. */
  const told = new Map<string, Set<FunnelStepName>>()
  /** Swaps that were reviewed but not confirmed. */
  const undecided = new Map<string, Route>()
  const confirmed = new Set<string>()

  return (event) => {
    switch (event.name) {
      case 'walletConnected': {
        const { chainId } = event.payload
        return { step: 'connect', ...(chainId !== undefined && { chainId }) }
      }
      case 'routeSelected':
        return consider('quote', event.payload.route)
      case 'reviewPageEntered':
        return event.payload && consider('review', event.payload)
      case 'routeExecutionStarted':
        confirm(event.payload)
        return undefined
      case 'routeExecutionUpdated': {
        const { route, process } = event.payload
        confirm(route)
        if (process.type === 'approval' || process.type === 'permit') {
          return process.status === 'completed' ? enter('approve', route) : undefined
        }
        const isSent = process.txHash !== undefined && process.status !== 'failed'
        return isSent && /^(swap|wrap|unwrap)$/.test(process.type) ? enter('sign', route) : undefined
      }
      case 'routeExecutionCompleted':
        return enter('mined', event.payload)
      case 'routeExecutionFailed':
        return drop(event.payload.route, event.payload.process.error?.code ?? 'UNKNOWN')
      case 'pageEntered':
        return event.payload === 'swap' ? leave() : undefined
    }
    return undefined
  }

  function enter(step: FunnelStepName, route: Route): FunnelStep | undefined {
    const steps = told.get(route.id) ?? new Set()
    if (steps.has(step) || steps.has('mined')) return undefined
    told.set(route.id, steps.add(step))
    return toStep(step, route)
  }

  function consider(step: 'quote' | 'review', route: Route): FunnelStep | undefined {
    if (!confirmed.has(route.id)) undecided.set(route.id, route)
    return enter(step, route)
  }

  /**
   * From here on only its events decide how it ends, because a user who goes back to the form may
   * still sign.
   */
  function confirm({ id }: Route): void {
    confirmed.add(id)
    undecided.delete(id)
  }

  function drop(route: Route, reason: string): FunnelStep | undefined {
    undecided.delete(route.id)
    const after = [...(told.get(route.id) ?? [])].at(-1)
    const step = enter('dropped', route)
    return step && { ...step, ...(after && { after }), reason }
  }

  /** The user went back to the form from an unconfirmed review. */
  function leave(): FunnelStep | undefined {
    const [route] = undecided.values()
    return route && drop(route, 'LEFT')
  }
}

function toStep(step: FunnelStepName, route: Route): FunnelStep {
  const { id, fromChainId, fromToken, toToken, fromAmountUSD } = route
  return {
    step,
    swapId: id,
    chainId: fromChainId,
    inputToken: fromToken.symbol,
    outputToken: toToken.symbol,
    ...(fromAmountUSD !== undefined && { amountUsd: fromAmountUSD }),
  }
}
