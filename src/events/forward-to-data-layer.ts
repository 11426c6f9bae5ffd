import { type ForwardOptions, forwardEvents } from './forward-events.ts'
import type { EventBus } from './types.ts'

/**
 * How events reach the data layer.
 * @example
 * const options: DataLayerOptions = { prefix: 'swap_', names: ['routeExecutionCompleted'] }
 */
export interface DataLayerOptions extends ForwardOptions {
  /** Default `window.dataLayer`, created if it does not exist. */
  dataLayer?: unknown[]
  /** The prefix of each event's name. Default `sluice_`. */
  prefix?: string
}

/**
 * Pushes the events of a widget to the data layer of Google Tag Manager, e.g. `{ event:
 * 'sluice_route_execution_completed', sluice: { id, sequence, timestamp, version, payload } }`,
 * each after `{ sluice: null }`. Returns the unsubscribe function. Throws a `TypeError` for a
 * `salt` that is too short.
 * @example
 * const widget = <SwapWidget {...config} onReady={({ events }) => forwardToDataLayer(events)} />
 */
export function forwardToDataLayer(
  events: Pick<EventBus, 'onAny'>,
  { dataLayer, prefix = 'sluice_', ...options }: DataLayerOptions = {},
): () => void {
  const layer = dataLayer ?? getPageLayer()
  return forwardEvents(
    events,
    ({ name, ...sluice }) => {
      // Tag Manager merges objects, so fields of an earlier event would stay.
      layer.push({ sluice: null })
      layer.push({ event: `${prefix}${toSnakeCase(name)}`, sluice })
    },
    { ...options, target: `data layer ${prefix}` },
  )
}

function getPageLayer(): unknown[] {
  const page = globalThis as { dataLayer?: unknown[] }
  page.dataLayer ??= []
  return page.dataLayer
}

function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
