import { renderHook } from '@testing-library/react'
import { type ReactNode, StrictMode } from 'react'
import type { WidgetConfig } from '../../config/types.ts'
import { WidgetContext } from '../../instance/context.tsx'
import type { Widget } from '../../instance/types.ts'
import { useCreateWidget } from '../../instance/use-create-widget.ts'

/** Renders a hook inside a real widget, under StrictMode. */
export function renderInWidget<Result>(config: WidgetConfig, hook: () => Result) {
  let widget: Widget | undefined
  const onWidget = (created: Widget) => {
    widget = created
  }
  const rendered = renderHook(hook, {
    wrapper: ({ children }) => (
      <StrictMode>
        <Surroundings config={config} onWidget={onWidget}>
          {children}
        </Surroundings>
      </StrictMode>
    ),
  })
  if (!widget) throw new Error('The widget was not created')
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
