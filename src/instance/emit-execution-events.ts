import type { OwnedEventBus } from '../events/create-event-bus.ts'
import type { Process, Route, WidgetEvents } from '../events/types.ts'
import { isRunning } from '../execution/is-running.ts'
import { processesOf } from '../execution/processes.ts'
import { routeOfState } from '../execution/route.ts'
import type { Execution, ExecutionState, StateOf } from '../execution/types.ts'

/**
 * Tells a swap's course: `routeExecutionStarted` at Confirm, `Updated` at each change of a process, then one
 * of `Completed` or `Failed`. A swap left before anything was sent counts as refused by the person; one left
 * while the wallet asks or the transaction is on its way gets no end until it is known, for it may still happen. Returns the function that ends it.
 */
export function emitExecutionEvents(execution: Execution, events: OwnedEventBus): () => void {
  let before = execution.getState()
  let processes: readonly Process[] = processesOf(before, [])
  /** The route that was told as started and has no end yet. */
  let openRoute: string | undefined

  return execution.subscribe(() => {
    const now = execution.getState()
    if (now === before) return
    const previous = { state: before, processes }
    before = now
    processes = processesOf(now, isRunning(previous.state) ? previous.processes : [])
    tell(now, processes, previous)
  })

  function tell(
    now: ExecutionState,
    current: readonly Process[],
    previous: { state: ExecutionState; processes: readonly Process[] },
  ): void {
    const route = routeOfState(now, current)
    if (!route) {
      tellLeft(previous)
      return
    }
    const isNew = openRoute !== route.id
    openRoute = route.id
    if (isNew) events.emit('routeExecutionStarted', route)
    const known = isNew ? [] : previous.processes
    for (const process of current) {
      if (!known.some((other) => isSame(other, process))) {
        events.emit('routeExecutionUpdated', { route, process })
      }
    }
    if (isRunning(now)) return
    openRoute = undefined
    if (now.stage === 'completed') events.emit('routeExecutionCompleted', route)
    if (now.stage === 'failed') tellFailed(now, route, current.at(-1))
  }

  function tellLeft(previous: { state: ExecutionState; processes: readonly Process[] }): void {
    const { state } = previous
    const process = previous.processes.at(-1)
    if (!isRunning(state) || !process || state.stage === 'signing' || state.stage === 'watching') return
    openRoute = undefined
    const failed: Process = {
      ...process,
      status: 'failed',
      error: { code: 'USER_REJECTED', message: 'The swap was left before it was signed.' },
    }
    const route = routeOfState(state, [...previous.processes.slice(0, -1), failed])
    if (!route) return
    events.emit('routeExecutionUpdated', { route, process: failed })
    events.emit('routeExecutionFailed', { route, process: failed })
  }

  function tellFailed(state: StateOf<'failed'>, route: Route, process: Process | undefined): void {
    if (!process) return
    events.emit('routeExecutionFailed', { route, process })
    // The person meant it: not an error.
    if (state.error.code === 'USER_REJECTED') return
    events.emit('transactionError', errorOf(state, route, process))
  }
}

function errorOf(
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
