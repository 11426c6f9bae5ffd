import type { OwnedEventBus } from '../events/create-event-bus.ts'
import type { WidgetEvents } from '../events/types.ts'

/** Emits `routeHighValueLoss` once per route, however often its warning is shown. */
export type ReportHighValueLoss = (routeId: string, loss: WidgetEvents['routeHighValueLoss']) => void

export function createHighValueLossReport(events: OwnedEventBus): ReportHighValueLoss {
  let reportedRoute: string | undefined
  return (routeId, loss) => {
    if (routeId === reportedRoute) return
    reportedRoute = routeId
    events.emit('routeHighValueLoss', loss)
  }
}
