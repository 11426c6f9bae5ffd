import { renderHook } from '@testing-library/react'
import { type ReactNode, StrictMode } from 'react'
import type { WidgetConfig } from '../src/config/types.ts'
import { WidgetContext } from '../src/instance/context.tsx'
import type { Widget } from '../src/instance/types.ts'
import { useCreateWidget } from '../src/instance/use-create-widget.ts'

/** A hook inside a real widget, under StrictMode as a careful host runs it. */
export function renderInWidget<Result>(config: WidgetConfig, hook: () => Result) {
  let widget: Widget | undefined
  const keep = (made: Widget) => {
    widget = made
  }
  const rendered = renderHook(hook, {
    wrapper: ({ children }) => (
      <StrictMode>
        <Surroundings config={config} onWidget={keep}>
          {children}
        </Surroundings>
      </StrictMode>
    ),
  })
  if (!widget) throw new Error('the widget was not made')
  return { ...rendered, widget }
}

function Surroundings(props: {
  config: WidgetConfig
  onWidget: (widget: Widget) => void
  children: ReactNode
}) {
  const widget = useCreateWidget(props.config)
  props.onWidget(widget)
  return <WidgetContext.Provider value={widget}>{props.children}</WidgetContext.Provider>
}
