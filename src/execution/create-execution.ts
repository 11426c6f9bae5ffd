import { isDefect, type ReportError, reportDefect } from '../errors/report-defect.ts'
import { asSluiceError, SluiceError } from '../errors/sluice-error.ts'
import { toLoadError } from '../errors/to-sluice-error.ts'
import { report } from '../lib/report.ts'
import { createBackgroundSwaps } from './background-swaps.ts'
import type { EffectDeps } from './effects/types.ts'
import { abandonedError } from './machine/abandoned-error.ts'
import { canGiveUp, droppedError } from './machine/can-give-up.ts'
import { isRunning } from './machine/is-running.ts'
import { getTerms } from './machine/terms.ts'
import { transition } from './machine/transition.ts'
import type {
  Execution,
  ExecutionEvent,
  ExecutionState,
  StateOf,
  SwapIntent,
  VerifiedQuote,
} from './machine/types.ts'

export interface ExecutionDeps extends Omit<EffectDeps, 'now' | 'reportError'> {
  /** Receives errors of the widget's own code. Default: they are reported as uncaught. */
  reportError?: ReportError
  /** Milliseconds since the epoch. Default `Date.now`. */
  now?: () => number
}

/**
 * Runs one swap at a time from Confirm to receipt: the pure state machine with its effects, outside
 * React. The effects and viem are loaded when the first swap starts.
 */
export function createExecution({ now = Date.now, reportError = report, ...deps }: ExecutionDeps): Execution {
  const listeners = new Set<() => void>()
  let state: ExecutionState = { stage: 'idle' }
  let controller = new AbortController()
  const lifetime = new AbortController()
  let isDestroyed = false
  /** States whose wallet request is still open. */
  let unanswered: readonly ExecutionState[] = []
  const backgroundSwaps = createBackgroundSwaps(work, notify)

  function dispatch(event: ExecutionEvent): void {
    const before = state
    const next = transition(before, event)
    if (isDestroyed || next === before) return
    state = next
    const isNewWork = getWork(next) !== getWork(before)
    if (isNewWork) {
      controller.abort()
      controller = new AbortController()
    }
    const { signal } = controller
    if (before.stage === 'approving' && before.hash && next.stage === 'idle')
      backgroundSwaps.keepApproval(before, { hash: before.hash, since: before.since })
    if (before.stage === 'watching' && event.type === 'started') backgroundSwaps.keep(before)
    if (isNewWork && asksWallet(next)) unanswered = [...unanswered, next]
    notify()
    // A listener may have changed the state already, which aborts this work.
    if (isNewWork && !signal.aborted) void work(next, signal, dispatch)
    else forget(next)
  }

  function forget(answered: ExecutionState): void {
    unanswered = unanswered.filter((state) => state !== answered)
  }

  function notify(): void {
    for (const listener of [...listeners]) listener()
  }

  async function work(
    current: ExecutionState,
    signal: AbortSignal,
    move: (event: ExecutionEvent) => void,
  ): Promise<void> {
    if (isDestroyed) return
    const emit = (event: ExecutionEvent) => {
      if (!signal.aborted) move(event)
    }
    const event = await runToEnd(current, signal, emit)
    forget(current)
    if (!event) return
    if (!signal.aborted) return move(event)
    // The wallet answered after the user had cancelled.
    onLateAnswer(current, event)
    if (asksWallet(current)) notify()
    if (isDestroyed) end()
  }

  async function runToEnd(
    current: ExecutionState,
    signal: AbortSignal,
    emit: (event: ExecutionEvent) => void,
  ): Promise<ExecutionEvent | undefined> {
    try {
      const { runStage } = await import('./effects/run-stage.ts')
      signal.throwIfAborted()
      return await runStage(current, {
        ...deps,
        now,
        reportError,
        signal,
        lifetime: lifetime.signal,
        emit,
      })
    } catch (error) {
      const isLeft = signal.aborted && error === signal.reason
      const failure = isLeft ? abandonedError() : toSluiceError(error, current)
      reportDefect(failure, reportError)
      return { type: 'failed', error: failure }
    }
  }

  function onLateAnswer(from: ExecutionState, event: ExecutionEvent): void {
    if (from.stage === 'approving' && event.type === 'approval-sent')
      backgroundSwaps.keepApproval(from, event)
    if (from.stage === 'permitting' && event.type === 'permit-signed')
      backgroundSwaps.keepPermit(from, event.permit)
    if (from.stage === 'signing') onLateSwap(from, event)
  }

  function onLateSwap(from: StateOf<'signing'>, event: ExecutionEvent): void {
    const isFree = state.stage === 'idle' && !isDestroyed
    if (event.type === 'sent' && isFree) dispatch({ ...event, type: 'resumed', from })
    // Nothing was sent, and nothing more is requested.
    else if (event.type === 'batch-refused')
      backgroundSwaps.take(from, { type: 'failed', error: abandonedError() })
    else backgroundSwaps.take(from, event)
  }

  /**
   * Open wallet requests still notify the listeners after the end, so that their result is
   * recorded. The result is not watched.
   */
  function end(): void {
    backgroundSwaps.destroy()
    if (unanswered.length === 0) listeners.clear()
  }

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onBackgroundSwap: backgroundSwaps.onChange,
    getBackgroundSwaps: backgroundSwaps.list,
    dismissBackgroundSwap: backgroundSwaps.dismissBackgroundSwap,
    giveUpBackgroundSwap: backgroundSwaps.giveUpBackgroundSwap,
    start(intent, { pausesBeforeSigning = false, unlimitedApproval = false } = {}) {
      const { chainId } = deps.wallet.getState()
      if (state.stage !== 'watching' && !isRunning(state)) backgroundSwaps.forget(intent)
      dispatch({
        type: 'started',
        intent,
        terms: { ...termsFor(intent), pausesBeforeSigning, unlimitedApproval },
        onChain: chainId === intent.chainId,
      })
    },
    accept() {
      const isFresh = state.stage === 'reconfirm' && now() < state.verified.freshUntil
      dispatch({ type: 'accepted', isFresh })
    },
    cancel: () => dispatch({ type: 'cancelled' }),
    giveUp() {
      if (state.stage !== 'watching' || !canGiveUp(state)) return
      dispatch({ type: 'failed', error: droppedError(state) })
    },
    dismiss: () => dispatch({ type: 'dismissed' }),
    isWatching: () => state.stage === 'watching' || backgroundSwaps.count() > 0,
    getOpenRequests: () => unanswered,
    stopWatching() {
      backgroundSwaps.stop()
      if (state.stage === 'watching') dispatch({ type: 'dismissed' })
    },
    destroy() {
      isDestroyed = true
      controller.abort()
      lifetime.abort()
      end()
    },
  }

  function termsFor(intent: SwapIntent) {
    return getTerms(intent, deps.config().quoteToleranceBps)
  }
}

/** True if the wallet has an open signature request in this state. */
function asksWallet(state: ExecutionState): boolean {
  if (state.stage === 'approving') return state.hash === undefined
  return state.stage === 'permitting' || state.stage === 'signing'
}

/**
 * True if the wallet may have sent a request. A lost connection is not named then, because its text
 * says to try again.
 */
function mayBeSent({ stage }: ExecutionState): boolean {
  return stage !== 'switching' && stage !== 'quoting' && stage !== 'verifying'
}

/** A transition between states with the same key does not restart the work. */
function getWork(state: ExecutionState): string {
  if (state.stage !== 'approving') return state.stage
  return `approving ${state.step} ${state.hash === undefined ? 'sign' : 'watch'}`
}

/** Adds the support id of the quote to an error without one. */
function toSluiceError(thrown: unknown, state: ExecutionState): SluiceError {
  const error = mayBeSent(state) && !isDefect(thrown) ? asSluiceError(thrown) : toLoadError(thrown)
  const supportId = state.stage === 'verifying' ? state.supportId : getVerified(state)?.supportId
  if (error.supportId !== undefined || supportId === undefined) return error
  const { code, message, cause, details, retryAfterMs, txHash } = error
  return new SluiceError(code, { message, cause, details, retryAfterMs, txHash, supportId })
}

function getVerified(state: ExecutionState): VerifiedQuote | undefined {
  return 'verified' in state ? state.verified : undefined
}
