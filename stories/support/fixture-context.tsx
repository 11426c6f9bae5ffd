import { type ReactNode, useEffect, useState } from 'react'
import { WidgetContext } from '../../src/instance/context.tsx'
import type { Widget } from '../../src/instance/types.ts'
import { createFixtureWidget, type FixtureOptions } from './fixture-widget-instance.ts'

export interface FixtureContextProps extends FixtureOptions {
  /** Told of the widget once, for tests that look inside. */
  onWidget?: (widget: Widget) => void
  children: ReactNode
}

/** The inside of a widget whose outside world is fixtures. */
export function FixtureContext({ children, onWidget, ...options }: FixtureContextProps) {
  const [widget] = useState(() => {
    const made = createFixtureWidget(options)
    onWidget?.(made)
    return made
  })
  useEffect(() => widget.mount(), [widget])
  return <WidgetContext.Provider value={widget}>{children}</WidgetContext.Provider>
}
