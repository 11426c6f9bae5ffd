import type { SwapElement } from './swap-element.ts'
import type { SwapHandle } from './types.ts'

interface Marked {
  /**
   * The value of `data-auto`: ids separated by spaces. An empty value allows every found element.
   */
  ids: string
  /** The marked elements and `<sluice-swap>` elements of the page when the script ran. */
  found: readonly Element[]
  /** Mounts the widget of an element, or updates it from the attributes. */
  show: (element: Element, handle: SwapHandle | undefined) => SwapHandle | undefined
  /** The attributes of `<sluice-swap>`. Each has a prefix on a marked element. */
  attributes: readonly string[]
}

// Repeated from `mount-marked.ts`: the script shares no module with its chunks.
const PREFIX = 'data-sluice-'
const MARKED = `[${PREFIX}config],[${PREFIX}integrator]`
const OPENER = `${PREFIX}open`

/**
 * Mounts the widgets that `data-auto` names, updates them when attributes change, and destroys each
 * widget whose element leaves the page. A click on an element with `data-sluice-open` opens the
 * dialog of the widget that this selector matches. The observer and the listener are never removed.
 */
export function followMarked({ ids, found, show, attributes }: Marked): void {
  const handles = new Map<Element, SwapHandle>()
  for (const element of findNamed(ids.split(/\s+/).filter(Boolean), found)) {
    const handle = show(element, undefined)
    if (handle) handles.set(element, handle)
  }

  const update = (records: readonly MutationRecord[]) => {
    const changed = new Set<Node>()
    for (const { target, attributeName } of records) if (attributeName) changed.add(target)
    for (const [element, handle] of [...handles]) {
      if (!isInPage(element)) {
        handle.destroy()
        handles.delete(element)
      } else if (changed.has(element)) show(element, handle)
    }
  }
  new MutationObserver(update).observe(document, {
    subtree: true,
    childList: true,
    attributeFilter: attributes.map((name) => PREFIX + name),
  })
  // The capture phase runs before a listener of the page that stops the event.
  document.addEventListener('click', ({ target }) => open(target, handles), { capture: true })
}

/** Rejects an id that several widgets share, because a visitor may have written any of them. */
function findNamed(ids: readonly string[], found: readonly Element[]): Element[] {
  const outermost = found.filter((element) => element.isConnected && isOutermost(element))
  const named = ids.length === 0 ? outermost : ids.flatMap((id) => findOne(id, outermost))
  // A `<sluice-swap>` mounts itself. Its id only proves that the page has such an element.
  return named.filter((element) => element.matches(MARKED) && element.localName !== 'sluice-swap')
}

function findOne(id: string, found: readonly Element[]): Element[] {
  const own = found.filter((element) => element.id === id)
  if (own.length === 1) return own
  reportError(new Error(`data-auto="${id}": expected one element with ${PREFIX}config, found ${own.length}`))
  return []
}

/** Checks that an element is HTML, and that no marked element contains it. */
function isOutermost(element: Element): boolean {
  return element instanceof HTMLElement && !element.parentElement?.closest(MARKED)
}

/** Replacing the content of an element removes its widget from the page. */
function isInPage(element: Element): boolean {
  return element.isConnected && element.querySelector(':scope > [data-sluice-host]') !== null
}

function open(target: EventTarget | null, handles: ReadonlyMap<Element, SwapHandle>): void {
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
