import type { OwnedEventBus } from '../events/create-event-bus.ts'
import type { Process, Route, WidgetEvents } from '../events/types.ts'
import { abandonedError } from '../execution/machine/abandoned-error.ts'
import { isRunning } from '../execution/machine/is-running.ts'
import type { Execution, ExecutionState, StateOf, VerifiedQuote } from '../execution/machine/types.ts'
import { toPartnerReceipt } from '../execution/partner-fee.ts'
import { getProcesses } from '../execution/processes.ts'
import { routeOfState } from '../execution/route.ts'

/** One run of a swap, as last emitted. */
interface EmittedRun {
  state: ExecutionState
  processes: readonly Process[]
}

/**
 * Emits the events of a swap: `routeExecutionStarted` at Confirm, `Updated` at each change of a
 * process, then either `Completed` or `Failed`. A swap abandoned before anything was sent counts as
 * rejected by the user. One abandoned during the signature request, or pending while another
 * starts, gets its last event when its outcome is known. Returns the unsubscribe function.
 */
export function emitExecutionEvents(execution: Execution, events: Pick<OwnedEventBus, 'emit'>): () => void {
  let before = execution.getState()
  let run: EmittedRun = { state: before, processes: getProcesses(before, []) }
  /** Abandoned runs that may still be executed, by the quote in the wallet request. */
  const abandoned = new Map<VerifiedQuote, EmittedRun>()

  const unsubscribers = [
    execution.subscribe(() => {
      const now = execution.getState()
      if (now === before) return
      before = now
      if (now.stage === 'idle') {
        const previous = run
        run = { state: now, processes: [] }
        abandon(previous)
        return
      }
      if (isReplacedBy(run.state, now)) {
        abandoned.set(run.state.verified, run)
        run = newRun()
      }
      if (!isRunning(run.state)) run = takeResumed(now) ?? newRun()
      advance(run, now)
    }),
    execution.onBackgroundSwap(({ verified }, now) => {
      const known = abandoned.get(verified)
      if (!known) return
      if (!isRunning(now)) abandoned.delete(verified)
      advance(known, now)
    }),
  ]
  return () => {
    for (const unsubscribe of unsubscribers) unsubscribe()
  }

  function takeResumed(now: ExecutionState): EmittedRun | undefined {
    if (now.stage !== 'watching') return undefined
    const known = abandoned.get(now.verified)
    abandoned.delete(now.verified)
    return known
  }

  function advance(emitted: EmittedRun, now: ExecutionState): void {
    const { state: previous, processes: known } = emitted
    emitted.state = now
    emitted.processes = getProcesses(now, known)
    const { processes } = emitted
    const route = routeOfState(now, processes)
    if (!route) return
    if (previous.stage === 'idle') events.emit('routeExecutionStarted', route)
    for (const process of processes) {
      if (!known.some((other) => isSame(other, process))) {
        events.emit('routeExecutionUpdated', { route, process })
      }
    }
    if (now.stage === 'completed') emitCompleted(now, route)
    if (now.stage === 'failed') emitFailed(now, route, processes.at(-1))
  }

  function abandon(previous: EmittedRun): void {
    const { state, processes } = previous
    const process = processes.at(-1)
    if (!isRunning(state) || !process || state.stage === 'watching') return
    if (state.stage === 'signing') {
      abandoned.set(state.verified, previous)
      return
    }
    const { code, message } = abandonedError()
    const failed: Process = { ...process, status: 'failed', error: { code, message } }
    const route = routeOfState(state, [...processes.slice(0, -1), failed])
    if (!route) return
    events.emit('routeExecutionUpdated', { route, process: failed })
    events.emit('routeExecutionFailed', { route, process: failed })
  }

  function emitCompleted({ intent, outcome }: StateOf<'completed'>, route: Route): void {
    events.emit('routeExecutionCompleted', route)
    const { partner } = intent
    const { partnerFee: fee } = outcome
    if (!partner || !fee) return
    events.emit('partnerFeePaid', toPartnerReceipt(route, { partner, fee, txHash: outcome.receipt.hash }))
  }

  function emitFailed(state: StateOf<'failed'>, route: Route, process: Process | undefined): void {
    if (!process) return
    events.emit('routeExecutionFailed', { route, process })
    // Intended by the user, so not an error.
    if (state.error.code === 'USER_REJECTED') return
    events.emit('transactionError', toTransactionError(state, route, process))
  }
}

function newRun(): EmittedRun {
  return { state: { stage: 'idle' }, processes: [] }
}

/** True if another swap started while the transaction of this one was pending. */
function isReplacedBy(before: ExecutionState, now: ExecutionState): before is StateOf<'watching'> {
  return before.stage === 'watching' && now.stage !== 'idle' && now.intent !== before.intent
}

function toTransactionError(
  { error, hash, intent }: StateOf<'failed'>,
  route: Route,
  process: Process,
): WidgetEvents['transactionError'] {
  const tool = route.steps.find((step) => step.process?.id === process.id)?.tool
  const txHash = error.txHash ?? hash
  return {
    ...(error.supportId !== undefined && { supportId: error.supportId }),
    errorCode: error.code,
    errorMessage: error.message,
    chainId: intent.chainId,
    tokenSymbol: intent.inputToken.symbol,
    ...(tool !== undefined && { toolName: tool }),
    stepType: process.type,
    ...(txHash !== undefined && { txHash }),
    timestamp: new Date().toISOString(),
  }
}

function isSame(a: Process, b: Process): boolean {
  return a.id === b.id && a.status === b.status && a.txHash === b.txHash && a.message === b.message
}
