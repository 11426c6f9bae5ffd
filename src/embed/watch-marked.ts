import type { SwapElement } from './swap-element.ts'
import type { SwapHandle } from './types.ts'

interface Marked {
  /** Of the elements that have a widget. */
  handles: Map<Element, SwapHandle>
  /** Mounts the widget of an element, or updates it. */
  show: (element: Element) => void
  /** Those of `<sluice-swap>`, whose names have a prefix here. */
  attributes: readonly string[]
}

// As in `mount-marked.ts`: the script shares no module with its chunks.
const PREFIX = 'data-sluice-'
const MARKED = `[${PREFIX}config],[${PREFIX}integrator]`
const OPENER = `${PREFIX}open`

/**
 * Mounts the widgets of marked elements that come later, updates those whose attributes change, and destroys those that leave
 * the page. A click on an element with `data-sluice-open` opens the dialog of the widget in the element, or of the
 * `<sluice-swap>`, that this selector matches. For as long as the page lasts: one observer, and one listener.
 */
export function watchMarked({ handles, show, attributes }: Marked): void {
  const hear = (records: readonly MutationRecord[]) => {
    const changed = new Set<Element>()
    for (const { target, addedNodes, attributeName } of records) {
      if (attributeName) changed.add(target as Element)
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue
        changed.add(node)
        for (const element of node.querySelectorAll(MARKED)) changed.add(element)
      }
    }
    // What was moved is connected again by now: its widget stays.
    for (const element of changed) if (element.isConnected && element.matches(MARKED)) show(element)
    for (const [element, handle] of handles) if (!isInPage(element)) remove(element, handle)
  }
  const remove = (element: Element, handle: SwapHandle) => {
    handle.destroy()
    handles.delete(element)
  }

  // What happened while this was loaded. What has failed is not told again.
  for (const element of document.querySelectorAll(MARKED)) if (!hasFailed(element)) show(element)
  hear([])
  new MutationObserver(hear).observe(document, {
    subtree: true,
    childList: true,
    attributeFilter: attributes.map((name) => PREFIX + name),
  })
  // Before a listener of the page that stops the event.
  document.addEventListener('click', ({ target }) => open(target, handles), { capture: true })
}

/** Whether a visitor reads that there is no widget. */
function hasFailed(element: Element): boolean {
  const shadow = element.querySelector(':scope > [data-sluice-host]')?.shadowRoot
  return Boolean(shadow?.querySelector('[role=alert]') && !shadow.querySelector('[data-sluice-container]'))
}

/** A page that replaces the content of an element has removed its widget. */
function isInPage(element: Element): boolean {
  return element.isConnected && element.querySelector(':scope > [data-sluice-host]') !== null
}

function open(target: EventTarget | null, handles: Marked['handles']): void {
  const opener = target instanceof Element && target.closest(`[${OPENER}]`)
  if (!opener) return
  const selector = opener.getAttribute(OPENER) ?? ''
  const element = document.querySelector(selector)
  const isSwap = element?.localName === 'sluice-swap'
  const widget = isSwap ? (element as SwapElement) : element && handles.get(element)
  if (!widget) {
    throw new Error(`${OPENER}: expected the selector of an element with a widget, received ${selector}`)
  }
  widget.open()
}
