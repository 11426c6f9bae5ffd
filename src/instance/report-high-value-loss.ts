import type { OwnedEventBus } from '../events/create-event-bus.ts'
import type { WidgetEvents } from '../events/types.ts'

/** Tells a high loss of value once per route, however often its warning comes and goes. */
export type ReportHighValueLoss = (routeId: string, loss: WidgetEvents['routeHighValueLoss']) => void

export function createHighValueLossReport(events: OwnedEventBus): ReportHighValueLoss {
  let toldRoute: string | undefined
  return (routeId, loss) => {
    if (routeId === toldRoute) return
    toldRoute = routeId
    events.emit('routeHighValueLoss', loss)
  }
}
