import type { OwnedEventBus } from '../events/create-event-bus.ts'
import type { Process, Route, WidgetEvents } from '../events/types.ts'
import { abandonedError } from '../execution/machine/abandoned-error.ts'
import { isRunning } from '../execution/machine/is-running.ts'
import type { Execution, ExecutionState, StateOf, VerifiedQuote } from '../execution/machine/types.ts'
import { getProcesses } from '../execution/processes.ts'
import { routeOfState } from '../execution/route.ts'

/** One run of a swap, as far as it was told. */
interface Course {
  state: ExecutionState
  processes: readonly Process[]
}

/**
 * Tells a swap's course: `routeExecutionStarted` at Confirm, `Updated` at each change of a process, then one
 * of `Completed` or `Failed`. A swap left before anything was sent counts as refused by the person; one left
 * while the wallet asks, or on its way while another begins, gets its end when it has one.
 * Returns the function that ends it.
 */
export function emitExecutionEvents(execution: Execution, events: OwnedEventBus): () => void {
  let before = execution.getState()
  let course: Course = { state: before, processes: getProcesses(before, []) }
  /** Left while they could still happen, by the quote the wallet was asked to sign. */
  const left = new Map<VerifiedQuote, Course>()

  const ends = [
    execution.subscribe(() => {
      const now = execution.getState()
      if (now === before) return
      before = now
      if (now.stage === 'idle') {
        const previous = course
        course = { state: now, processes: [] }
        leave(previous)
        return
      }
      if (isLeftFor(course.state, now)) {
        left.set(course.state.verified, course)
        course = fresh()
      }
      if (!isRunning(course.state)) course = resumedBy(now) ?? fresh()
      advance(course, now)
    }),
    execution.onBackgroundSwap(({ verified }, now) => {
      const known = left.get(verified)
      if (!known) return
      if (!isRunning(now)) left.delete(verified)
      advance(known, now)
    }),
  ]
  return () => {
    for (const end of ends) end()
  }

  function resumedBy(now: ExecutionState): Course | undefined {
    if (now.stage !== 'watching') return undefined
    const known = left.get(now.verified)
    left.delete(now.verified)
    return known
  }

  function advance(told: Course, now: ExecutionState): void {
    const { state: previous, processes: known } = told
    told.state = now
    told.processes = getProcesses(now, known)
    const { processes } = told
    const route = routeOfState(now, processes)
    if (!route) return
    if (previous.stage === 'idle') events.emit('routeExecutionStarted', route)
    for (const process of processes) {
      if (!known.some((other) => isSame(other, process))) {
        events.emit('routeExecutionUpdated', { route, process })
      }
    }
    if (now.stage === 'completed') events.emit('routeExecutionCompleted', route)
    if (now.stage === 'failed') tellFailed(now, route, processes.at(-1))
  }

  function leave(previous: Course): void {
    const { state, processes } = previous
    const process = processes.at(-1)
    if (!isRunning(state) || !process || state.stage === 'watching') return
    if (state.stage === 'signing') {
      left.set(state.verified, previous)
      return
    }
    const { code, message } = abandonedError()
    const failed: Process = { ...process, status: 'failed', error: { code, message } }
    const route = routeOfState(state, [...processes.slice(0, -1), failed])
    if (!route) return
    events.emit('routeExecutionUpdated', { route, process: failed })
    events.emit('routeExecutionFailed', { route, process: failed })
  }

  function tellFailed(state: StateOf<'failed'>, route: Route, process: Process | undefined): void {
    if (!process) return
    events.emit('routeExecutionFailed', { route, process })
    // The person meant it: not an error.
    if (state.error.code === 'USER_REJECTED') return
    events.emit('transactionError', toTransactionError(state, route, process))
  }
}

function fresh(): Course {
  return { state: { stage: 'idle' }, processes: [] }
}

/** Whether another swap began while the transaction of this one is out. */
function isLeftFor(told: ExecutionState, now: ExecutionState): told is StateOf<'watching'> {
  return told.stage === 'watching' && now.stage !== 'idle' && now.intent !== told.intent
}

function toTransactionError(
  { error, hash, intent }: StateOf<'failed'>,
  route: Route,
  process: Process,
): WidgetEvents['transactionError'] {
  const tool = route.steps.find((step) => step.process?.id === process.id)?.tool
  const txHash = hash ?? error.txHash
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
