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

export interface WidgetRootProps {
  config: WidgetConfig
  surroundings?: WidgetSurroundings
  /** Called once per widget, after it has come alive. */
  onReady?: ((handle: SwapWidgetHandle) => void) | undefined
}

/** One widget, given what surrounds it. Throws `CONFIG_INVALID` while rendering, for the host's boundary. */
export function WidgetRoot({ config, surroundings, onReady }: WidgetRootProps) {
  const widget = useCreateWidget(config, surroundings)
  const latest = useRef(onReady)
  useEffect(() => {
    latest.current = onReady
  })
  useEffect(() => latest.current?.({ events: widget.events }), [widget])
  return (
    <WidgetContext.Provider value={widget}>
      <WidgetFrame />
    </WidgetContext.Provider>
  )
}
