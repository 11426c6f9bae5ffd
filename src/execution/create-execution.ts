import { SluiceError } from '../errors/sluice-error.ts'
import type { ExecutionDeps as EffectDeps } from './effects/types.ts'
import { termsOf } from './terms.ts'
import { transition } from './transition.ts'
import type { Execution, ExecutionEvent, ExecutionState, SwapIntent, VerifiedQuote } from './types.ts'

export interface ExecutionDeps extends Omit<EffectDeps, 'now'> {
  /** Milliseconds since the epoch; default the machine's clock. */
  now?: () => number
}

/**
 * Runs one swap at a time from Confirm to receipt: the pure machine with its effects, outside React. The code
 * of the effects, and viem with it, is loaded when the first swap starts.
 */
export function createExecution({ now = Date.now, ...deps }: ExecutionDeps): Execution {
  const listeners = new Set<() => void>()
  let state: ExecutionState = { stage: 'idle' }
  let controller = new AbortController()
  let isDestroyed = false

  function dispatch(event: ExecutionEvent): void {
    const before = state
    const next = transition(before, event)
    if (isDestroyed || next === before) return
    state = next
    const isNewWork = workOf(next) !== workOf(before)
    if (isNewWork) {
      controller.abort()
      controller = new AbortController()
    }
    const { signal } = controller
    for (const listener of [...listeners]) listener()
    // A listener may have moved on already; then this work is no longer wanted.
    if (isNewWork && !signal.aborted) void work(next, signal)
  }

  async function work(current: ExecutionState, signal: AbortSignal): Promise<void> {
    const emit = (event: ExecutionEvent) => {
      if (!signal.aborted) dispatch(event)
    }
    try {
      const { runStage } = await import('./effects/run-stage.ts')
      if (signal.aborted) return
      const event = await runStage(current, { ...deps, now, signal, emit })
      if (!event) return
      if (!signal.aborted) dispatch(event)
      // Signed after the person had left: it is out, so it is watched, unless another swap runs.
      else if (current.stage === 'signing' && event.type === 'sent') {
        dispatch({ type: 'resumed', from: current, hash: event.hash })
      }
    } catch (error) {
      emit({ type: 'failed', error: toSluiceError(error, current) })
    }
  }

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    start(intent) {
      const { chainId } = deps.wallet.getState()
      dispatch({ type: 'started', intent, terms: termsFor(intent), onChain: chainId === intent.chainId })
    },
    accept() {
      const isFresh = state.stage === 'reconfirm' && now() < state.verified.freshUntil
      dispatch({ type: 'accepted', isFresh })
    },
    cancel: () => dispatch({ type: 'cancelled' }),
    dismiss: () => dispatch({ type: 'dismissed' }),
    destroy() {
      isDestroyed = true
      controller.abort()
      listeners.clear()
    },
  }

  function termsFor(intent: SwapIntent) {
    const { quoteToleranceBps } = deps.config()
    return termsOf(intent.price, { slippageBps: intent.slippageBps, toleranceBps: quoteToleranceBps })
  }
}

/** Which piece of work a state asks for. States that share it do not start it again. */
function workOf(state: ExecutionState): string {
  if (state.stage !== 'approving') return state.stage
  return `approving ${state.step} ${state.hash === undefined ? 'sign' : 'watch'}`
}

/** A failure with the id support can find the quote by, where it has none of its own. */
function toSluiceError(thrown: unknown, state: ExecutionState): SluiceError {
  const error = thrown instanceof SluiceError ? thrown : new SluiceError('UNKNOWN', { cause: thrown })
  const supportId = state.stage === 'verifying' ? state.supportId : verifiedOf(state)?.supportId
  if (error.supportId !== undefined || supportId === undefined) return error
  const { code, message, cause, details, retryAfterMs, txHash } = error
  return new SluiceError(code, { message, cause, details, retryAfterMs, txHash, supportId })
}

function verifiedOf(state: ExecutionState): VerifiedQuote | undefined {
  return 'verified' in state ? state.verified : undefined
}
