import { useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { needForLaterParts } from '../components/later-parts.ts'
import { needsRebuild } from '../config/config-changes.ts'
import { checkStart, resolveUpdate } from '../config/resolve-config.ts'
import type { FormFields, ResolvedConfig, WidgetConfig } from '../config/types.ts'
import { startLater } from '../errors/start-later.ts'
import type { EventBus } from '../events/types.ts'
import { addMessages } from '../i18n/create-translator.ts'
import { WidgetContext } from '../instance/context.tsx'
import { createWidget, type WidgetSurroundings } from '../instance/create-widget.ts'
import type { Widget } from '../instance/types.ts'
import { getStyleSheets, loadPageStyles } from '../widget/style-sheets.ts'
import { WidgetView } from '../widget/widget-view.tsx'
import type { EarlyTexts } from './load-early.ts'

needForLaterParts(loadPageStyles)

/** A widget in a shadow root. */
export interface MountedWidget {
  on: EventBus['on']
  onAny: EventBus['onAny']
  setFields(fields: FormFields): Promise<void>
  open(): void
  close(): void
  update(config: WidgetConfig): void
  destroy(): void
}

export interface MountOptions extends WidgetSurroundings {
  /** Called before the widget starts, so that listeners miss no event. */
  onCreated: (mounted: MountedWidget) => void
  /** Called when the widget is shown and accepts input. */
  onShown?: (() => void) | undefined
  /** True if the user is typing already. */
  isTyping?: boolean
  /** The texts loaded for another language than English. */
  texts?: EarlyTexts | undefined
}

/**
 * Mounts a widget in a shadow root. Throws `CONFIG_INVALID` for an invalid config, without side
 * effects.
 */
export function mount(
  shadow: ShadowRoot,
  config: WidgetConfig,
  { onCreated, onShown, isTyping, texts, ...surroundings }: MountOptions,
): MountedWidget {
  if (texts) addMessages(texts.messages, texts.language)
  let widget = createWidget(config, surroundings)
  let stopWaiting = () => {}
  const listeners = new Map<(events: EventBus) => () => void, () => void>()
  const sheets = getStyleSheets()
  const container = document.createElement('div')
  container.dataset.sluiceContainer = ''
  const root = createRoot(container)

  const mounted: MountedWidget = {
    on: ((...listener: Parameters<EventBus['on']>) =>
      listen((events) => events.on(...listener))) as EventBus['on'],
    onAny: (...listener) => listen((events) => events.onAny(...listener)),
    setFields: (fields) => widget.setFields(fields),
    open: () => widget.open(),
    close: () => widget.close(),
    update(next) {
      const resolved = resolveUpdate(next)
      const isNew = needsRebuild(widget.config.getState(), resolved)
      if (isNew) checkStart(resolved)
      stopWaiting()
      if (isNew) replaceLater(next, resolved)
      widget.update(next, resolved)
    },
    destroy() {
      stopWaiting()
      // An open dialog returns the focus only while it is in the page.
      shadow.querySelector('dialog')?.close()
      // React cannot unmount this root while it renders the host.
      queueMicrotask(() => {
        root.unmount()
        widget.destroy()
      })
      container.remove()
      shadow.adoptedStyleSheets = shadow.adoptedStyleSheets.filter((sheet) => !sheets.includes(sheet))
    },
  }
  onCreated(mounted)
  shadow.adoptedStyleSheets.push(...sheets)
  // In the document from the start, so that nothing moves when it is shown.
  if (isTyping) container.style = 'height:0;visibility:hidden'
  shadow.prepend(container)
  start()
  if (!isTyping) onShown?.()
  return mounted

  /**
   * While the user types, shows it only after its effects have run, because the form listens from
   * then on.
   */
  function show() {
    container.style = ''
    onShown?.()
  }

  function start() {
    widget.mount()
    root.render(<MountedFrame key={widget.key} widget={widget} onShown={show} />)
  }

  function replaceLater(next: WidgetConfig, resolved: ResolvedConfig) {
    stopWaiting = startLater(async () => {
      const { replaceWhenIdle } = await import('./replace-when-idle.ts')
      return () =>
        replaceWhenIdle(widget, {
          resolved,
          replace: (form) => replace(next, { ...surroundings, resolved, form }),
        })
    }, widget.reportError)
  }

  /**
   * The listeners are attached to the new widget. The old one is destroyed when its frame is
   * unmounted.
   */
  function replace(next: WidgetConfig, given: WidgetSurroundings) {
    const { dialog } = widget
    widget = createWidget(next, given)
    widget.dialog.setState(dialog.getState())
    for (const [subscribe, unsubscribe] of listeners) {
      unsubscribe()
      listeners.set(subscribe, subscribe(widget.events))
    }
    start()
  }

  function listen(subscribe: (events: EventBus) => () => void): () => void {
    listeners.set(subscribe, subscribe(widget.events))
    return () => {
      listeners.get(subscribe)?.()
      listeners.delete(subscribe)
    }
  }
}

function MountedFrame({ widget, onShown }: { widget: Widget; onShown: () => void }) {
  useEffect(() => {
    onShown()
    return () => widget.destroy()
  }, [widget, onShown])
  return (
    <WidgetContext.Provider value={widget}>
      <WidgetView />
    </WidgetContext.Provider>
  )
}
