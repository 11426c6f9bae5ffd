import { holdSwaps } from '../activity/hold-swaps.ts'
import type { OwnedEventBus } from '../events/create-event-bus.ts'
import { createExecution, type ExecutionDeps } from '../execution/create-execution.ts'
import type { Execution } from '../execution/machine/types.ts'
import { emitExecutionEvents } from './emit-execution-events.ts'

/**
 * An execution whose events the host hears, in this tab alone. Never unsubscribed: a swap may end after the widget was
 * unmounted.
 */
export function createReportedExecution(deps: ExecutionDeps, events: OwnedEventBus): Execution {
  const execution = createExecution(deps)
  const release = holdSwaps(execution, deps.config().storageKey)
  emitExecutionEvents(execution, events)
  return {
    ...execution,
    destroy() {
      release()
      execution.destroy()
    },
  }
}
