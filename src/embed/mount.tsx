import { createRoot } from 'react-dom/client'
import type { WidgetConfig } from '../config/types.ts'
import type { EventBus } from '../events/types.ts'
import { WidgetContext } from '../instance/context.tsx'
import { createWidget } from '../instance/create-widget.ts'
import { WidgetFrame } from '../widget/widget-frame.tsx'

/** A widget in a shadow root. */
export interface MountedWidget {
  on: EventBus['on']
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
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`${frameStyle}\n${styleText}`)
  const container = document.createElement('div')
  container.dataset.sluiceContainer = ''
  const root = createRoot(container)

  const mounted: MountedWidget = {
    on: widget.events.on,
    update: widget.update,
    destroy() {
      root.unmount()
      widget.destroy()
      container.remove()
      shadow.adoptedStyleSheets = shadow.adoptedStyleSheets.filter((adopted) => adopted !== sheet)
    },
  }
  onCreated(mounted)
  shadow.adoptedStyleSheets.push(sheet)
  shadow.append(container)
  widget.mount()
  root.render(
    <WidgetContext.Provider value={widget}>
      <WidgetFrame />
    </WidgetContext.Provider>,
  )
  return mounted
}

/** Inherits no styles of the host page except custom properties, which themes use. */
const frameStyle = `
:host { display: block }
:host([hidden]) { display: none }
[data-sluice-container] { all: initial; display: block }
`

const sheets = import.meta.glob<string>('../{theme,components,pages,widget}/**/*.css', {
  query: '?inline',
  import: 'default',
  eager: true,
})

/** All stylesheets of the widget as one text, for shadow roots. Their order does not matter. */
export const styleText = Object.values(sheets).join('\n')
