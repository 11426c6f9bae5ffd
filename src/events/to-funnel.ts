import type { EventEnvelope, Route } from './types.ts'

/** `sign`: signed and sent. `mined`: the receipt says success. `dropped`: it ended otherwise. */
export type FunnelStepName = 'connect' | 'quote' | 'review' | 'approve' | 'sign' | 'mined' | 'dropped'

/** A step of a person on the way to a swap. Tokens are named by their symbols. */
export interface FunnelStep {
  step: FunnelStepName
  swapId?: string
  chainId?: number
  inputToken?: string
  outputToken?: string
  amountUsd?: number
  /** Only of `dropped`: the last step before, and the error code; `LEFT` where the person went back from the review. */
  after?: FunnelStepName
  reason?: string
}

/** Reads the steps of the funnel from the events of one widget, in their order. Each step of a swap is told once. */
export function createFunnel(): (event: EventEnvelope) => FunnelStep | undefined {
  /** The last step of each swap that has not ended. */
  const open = new Map<string, { step: FunnelStepName; route: Route }>()

  return (event) => {
    switch (event.name) {
      case 'walletConnected': {
        const { chainId } = event.payload
        return { step: 'connect', ...(chainId !== undefined && { chainId }) }
      }
      case 'routeSelected':
        return enter('quote', event.payload.route)
      case 'reviewPageEntered':
        return event.payload && enter('review', event.payload)
      case 'routeExecutionUpdated': {
        const { route, process } = event.payload
        if (process.type === 'approval' || process.type === 'permit') {
          return process.status === 'completed' ? enter('approve', route) : undefined
        }
        const isSent = process.txHash !== undefined && process.status !== 'failed'
        return isSent && /^(swap|wrap|unwrap)$/.test(process.type) ? enter('sign', route) : undefined
      }
      case 'routeExecutionCompleted':
        return end('mined', event.payload)
      case 'routeExecutionFailed':
        return end('dropped', event.payload.route, event.payload.process.error?.code ?? 'UNKNOWN')
      case 'pageEntered':
        return event.payload === 'swap' ? leave() : undefined
    }
    return undefined
  }

  function enter(step: FunnelStepName, route: Route): FunnelStep | undefined {
    if (open.get(route.id)?.step === step) return undefined
    open.set(route.id, { step, route })
    return toStep(step, route)
  }

  function end(step: 'mined' | 'dropped', route: Route, reason?: string): FunnelStep {
    const after = open.get(route.id)?.step
    open.delete(route.id)
    return { ...toStep(step, route), ...(reason && { ...(after && { after }), reason }) }
  }

  /** Back to the form from a review that was not confirmed. */
  function leave(): FunnelStep | undefined {
    for (const { step, route } of open.values()) {
      if (step === 'quote' || step === 'review') return end('dropped', route, 'LEFT')
    }
    return undefined
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
