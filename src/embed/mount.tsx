import { createRoot } from 'react-dom/client'
import type { FormFields, WidgetConfig } from '../config/types.ts'
import type { EventBus } from '../events/types.ts'
import { WidgetContext } from '../instance/context.tsx'
import { createWidget } from '../instance/create-widget.ts'
import { needForPages } from '../widget/current-page.tsx'
import { WidgetFrame } from '../widget/widget-frame.tsx'
import { getStyleSheets, loadPageStyles } from './style-sheets.ts'

needForPages(loadPageStyles)

/** A widget in a shadow root. */
export interface MountedWidget {
  on: EventBus['on']
  onAny: EventBus['onAny']
  setFields(fields: FormFields): Promise<void>
  update(config: WidgetConfig): void
  destroy(): void
}

/**
 * Mounts a widget in a shadow root. `onCreated` is called before the widget starts, so that listeners miss no event.
 * Throws `CONFIG_INVALID` for an invalid config, without side effects.
 */
export function mount(
  shadow: ShadowRoot,
  config: WidgetConfig,
  onCreated: (mounted: MountedWidget) => void,
): MountedWidget {
  const widget = createWidget(config)
  const sheets = getStyleSheets()
  const container = document.createElement('div')
  container.dataset.sluiceContainer = ''
  const root = createRoot(container)

  const mounted: MountedWidget = {
    on: widget.events.on,
    onAny: widget.events.onAny,
    setFields: widget.setFields,
    update: widget.update,
    destroy() {
      root.unmount()
      widget.destroy()
      container.remove()
      shadow.adoptedStyleSheets = shadow.adoptedStyleSheets.filter((sheet) => !sheets.includes(sheet))
    },
  }
  onCreated(mounted)
  shadow.adoptedStyleSheets.push(...sheets)
  shadow.append(container)
  widget.mount()
  root.render(
    <WidgetContext.Provider value={widget}>
      <WidgetFrame />
    </WidgetContext.Provider>,
  )
  return mounted
}
