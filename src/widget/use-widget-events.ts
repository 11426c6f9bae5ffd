import { useCallback, useEffect, useRef } from 'react'
import type { EventHandler, EventName, ListenOptions } from '../events/types.ts'
import type { SwapWidgetHandle } from './widget-root.tsx'

/**
 * Event handlers by event name.
 *
 * @example
 * const handlers: WidgetEventHandlers = {
 *   walletConnected: ({ address }) => console.log(address),
 *   routeExecutionFailed: ({ process }) => console.warn(process.error?.code),
 * }
 */
export type WidgetEventHandlers = { [Name in EventName]?: EventHandler<Name> | undefined }

/**
 * Subscribes a component to events of a widget. Pass the returned function to `onReady`. It calls
 * the handlers of the last render, and none after the component or the widget was unmounted.
 * `replay` (default false) immediately calls them with the last event of each name.
 *
 * @example
 * function Swap() {
 *   const onReady = useWidgetEvents({ routeExecutionCompleted: (route) => console.log(route.id) })
 *   return <SwapWidget {...config} onReady={onReady} />
 * }
 */
export function useWidgetEvents(
  handlers: WidgetEventHandlers,
  { replay = false }: ListenOptions = {},
): (handle: Pick<SwapWidgetHandle, 'events'>) => () => void {
  const latest = useRef(handlers)
  const subscriptions = useRef(new Set<() => void>())
  useEffect(() => {
    latest.current = handlers
  })
  useEffect(() => {
    const { current } = subscriptions
    return () => {
      for (const unsubscribe of current) unsubscribe()
      current.clear()
    }
  }, [])
  return useCallback(
    ({ events }) => {
      const unsubscribe = events.onAny(
        ({ name, payload }) =>
          (latest.current[name] as EventHandler<typeof name> | undefined)?.(payload as never),
        { replay },
      )
      subscriptions.current.add(unsubscribe)
      return () => {
        subscriptions.current.delete(unsubscribe)
        unsubscribe()
      }
    },
    [replay],
  )
}
