import type { OwnedEventBus } from '../events/create-event-bus.ts'
import { createExecution, type ExecutionDeps } from '../execution/create-execution.ts'
import type { Execution } from '../execution/machine/types.ts'
import { emitExecutionEvents } from './emit-execution-events.ts'

/** An execution whose events the host hears. Never unsubscribed: a swap may end after the widget was unmounted. */
export function createReportedExecution(deps: ExecutionDeps, events: OwnedEventBus): Execution {
  const execution = createExecution(deps)
  emitExecutionEvents(execution, events)
  return execution
}
