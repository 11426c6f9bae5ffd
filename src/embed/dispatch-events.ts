import type { SwapHandle, WidgetFailure } from './types.ts'

/** Dispatches each event of a widget on an element, as a `CustomEvent` of its name with the payload as `detail`. */
export function dispatchEvents(element: Element, { on }: Pick<SwapHandle, 'on'>): () => void {
  return on('*', (name, payload) => {
    element.dispatchEvent(new CustomEvent(name, { detail: payload, bubbles: true }))
  })
}

/** Dispatches `widgetFailed` on an element. Unless a listener prevents its default, the error is reported as uncaught. */
export function dispatchFailure(element: Element, error: WidgetFailure): void {
  const init = { detail: error, bubbles: true, cancelable: true }
  if (element.dispatchEvent(new CustomEvent('widgetFailed', init))) reportError(error)
}
