import { type ReactNode, useEffect, useState } from 'react'
import { WidgetContext } from '../../src/instance/context.tsx'
import type { Widget } from '../../src/instance/types.ts'
import { createFixtureWidget, type FixtureOptions } from './fixture-widget-instance.ts'

export interface FixtureContextProps extends FixtureOptions {
  /** Called once with the widget, for tests that inspect it. */
  onWidget?: (widget: Widget) => void
  children: ReactNode
}

/** The context of a widget with fixtures for its external dependencies. */
export function FixtureContext({ children, onWidget, ...options }: FixtureContextProps) {
  const [widget] = useState(() => {
    const made = createFixtureWidget(options)
    onWidget?.(made)
    return made
  })
  useEffect(() => widget.mount(), [widget])
  return <WidgetContext.Provider value={widget}>{children}</WidgetContext.Provider>
}
