import type { SwapElement } from './swap-element.ts'
import type { SwapHandle } from './types.ts'

interface Marked {
  /** The widgets by their elements. */
  handles: Map<Element, SwapHandle>
  /** Updates the widget of an element from its attributes. */
  show: (element: Element) => void
  /** The attributes of `<sluice-swap>`. Each has a prefix on a marked element. */
  attributes: readonly string[]
}

// Repeated from `mount-marked.ts`: the script shares no module with its chunks.
const PREFIX = 'data-sluice-'
const OPENER = `${PREFIX}open`

/**
 * Updates the widgets of marked elements when attributes change, and destroys those that leave the page. Never mounts a
 * widget. A click on an element with `data-sluice-open` opens the dialog of the widget that this selector matches. One
 * observer and one listener stay for the life of the page.
 */
export function watchMarked({ handles, show, attributes }: Marked): void {
  const update = (records: readonly MutationRecord[]) => {
    const changed = new Set<Node>()
    for (const { target, attributeName } of records) if (attributeName) changed.add(target)
    for (const [element, handle] of [...handles]) {
      if (!isInPage(element)) {
        handle.destroy()
        handles.delete(element)
      } else if (changed.has(element)) show(element)
    }
  }

  // Attributes may have changed while this chunk was loading. A failure was reported when it happened.
  for (const element of [...handles.keys()]) if (!hasFailed(element)) show(element)
  update([])
  new MutationObserver(update).observe(document, {
    subtree: true,
    childList: true,
    attributeFilter: attributes.map((name) => PREFIX + name),
  })
  // The capture phase runs before a listener of the page that stops the event.
  document.addEventListener('click', ({ target }) => open(target, handles), { capture: true })
}

/** Whether the element shows that its widget could not be loaded. */
function hasFailed(element: Element): boolean {
  const shadow = element.querySelector(':scope > [data-sluice-host]')?.shadowRoot
  return Boolean(shadow?.querySelector('[role=alert]') && !shadow.querySelector('[data-sluice-container]'))
}

/** Whether the element and its widget are in the page. Replacing the element's content removes the widget. */
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
