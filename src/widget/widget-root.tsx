import { useEffect, useRef } from 'react'
import type { WidgetConfig } from '../config/types.ts'
import type { EventBus } from '../events/types.ts'
import { WidgetContext } from '../instance/context.tsx'
import type { WidgetSurroundings } from '../instance/create-widget.ts'
import { useCreateWidget } from '../instance/use-create-widget.ts'
import { WidgetFrame } from './widget-frame.tsx'

/** What a host holds of a widget on its page. */
export interface SwapWidgetHandle {
  readonly events: EventBus
}

/**
 * Called once per widget, after it has come alive. A function it returns is called when the widget has gone,
 * such as what `events.on` returns; anything else is ignored.
 */
export type OnReady = (handle: SwapWidgetHandle) => void | (() => void) | Promise<void>

export interface WidgetRootProps {
  config: WidgetConfig
  surroundings?: WidgetSurroundings
  onReady?: OnReady | undefined
}

/** One widget, given what surrounds it. Throws `CONFIG_INVALID` while rendering, for the host's boundary. */
export function WidgetRoot({ config, surroundings, onReady }: WidgetRootProps) {
  const widget = useCreateWidget(config, surroundings)
  const latest = useRef(onReady)
  useEffect(() => {
    latest.current = onReady
  })
  useEffect(() => {
    const end = latest.current?.({ events: widget.events })
    return typeof end === 'function' ? end : undefined
  }, [widget])
  return (
    <WidgetContext.Provider value={widget}>
      <WidgetFrame />
    </WidgetContext.Provider>
  )
}
