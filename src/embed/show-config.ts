import type { WidgetConfig } from '../config/types.ts'
import { readConfig, readIsolation } from './attributes.ts'
import type { MountOptions } from './create-in-page.ts'
import type { SwapHandle, WidgetFailure } from './types.ts'

interface ShowOptions {
  mount: (config: WidgetConfig, options: MountOptions) => SwapHandle
  /** The property `config` of the element. */
  property?: WidgetConfig | null | undefined
  /** The prefix of each attribute name. */
  prefix?: string
}

/**
 * Applies the attributes of an element: updates its widget, or mounts one, whose events it
 * dispatches on the element. Returns the handle, undefined without a config. Dispatches
 * `widgetFailed` on an error.
 */
export function showConfig(
  element: Element,
  handle: SwapHandle | undefined,
  { mount, property, prefix }: ShowOptions,
): SwapHandle | undefined {
  const onFail = (error: WidgetFailure) => dispatchFailure(element, error)
  const start = (config: WidgetConfig, failure?: WidgetFailure) => {
    const mounted = mount(config, { ...readIsolation(element, prefix), onFail, failure })
    dispatchEvents(element, mounted)
    return mounted
  }
  try {
    const config = readConfig(element, property, prefix)
    if (config && handle) handle.update(config)
    return handle ?? (config && start(config))
  } catch (caught) {
    const error = caught as WidgetFailure
    error.code ??= 'CONFIG_INVALID'
    // Invalid JSON is shown like any other invalid config.
    if (!handle && error instanceof SyntaxError) return start({} as WidgetConfig, error)
    onFail(error)
    return handle
  }
}

/**
 * Dispatches each event of a widget on an element, as a `CustomEvent` of its name with the payload
 * as `detail`.
 */
function dispatchEvents(element: Element, { on }: Pick<SwapHandle, 'on'>): () => void {
  return on('*', (name, payload) => {
    element.dispatchEvent(new CustomEvent(name, { detail: payload, bubbles: true }))
  })
}

/**
 * Dispatches `widgetFailed` on an element. Unless a listener prevents its default, the error is
 * reported as uncaught.
 */
function dispatchFailure(element: Element, error: WidgetFailure): void {
  const init = { detail: error, bubbles: true, cancelable: true }
  if (element.dispatchEvent(new CustomEvent('widgetFailed', init))) reportError(error)
}
