import type { SwapHandle } from './types.ts'

/** Dispatches each event of a widget on an element, as a `CustomEvent` of its name with the payload as `detail`. */
export function dispatchEvents(element: Element, { on }: Pick<SwapHandle, 'on'>): () => void {
  return on('*', (name, payload) => {
    element.dispatchEvent(new CustomEvent(name, { detail: payload, bubbles: true }))
  })
}
