import type { EventEnvelope, Route } from './types.ts'

/**
 * A step on the way to a swap, in their order. `sign`: signed and sent. `mined`: the receipt says success. `dropped`: it
 * ended otherwise.
 * @example
 * const goals: FunnelStepName[] = ['sign', 'mined']
 */
export type FunnelStepName = 'connect' | 'quote' | 'review' | 'approve' | 'sign' | 'mined' | 'dropped'

/**
 * A step of a person on the way to a swap, as `names: 'funnel'` forwards it. Tokens are named by their symbols.
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
  /** What is paid, in US dollars; absent when unknown. */
  amountUsd?: number
  /** Only of `dropped`: the last step before, and the error code; `LEFT` where the person went back from the review. */
  after?: FunnelStepName
  reason?: string
}

/**
 * Reads the steps of the funnel from the events of one widget, in their order. Each step of a swap is told once. A swap that
 * was dropped and is tried again may still be signed and mined; one that was mined has no further step.
 */
export function createFunnel(): (event: EventEnvelope) => FunnelStep | undefined {
  /** The steps of each swap, in their order. */
  const told = new Map<string, Set<FunnelStepName>>()
  /** Swaps that were looked at and not confirmed. */
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

  /** From here on only its events say how it ends: whoever goes back to the form may still sign. */
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

  /** Back to the form from a review that was not confirmed. */
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
