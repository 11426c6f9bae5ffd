const CONTROLS = 'a[href], button, input, select, summary, [data-page-heading]'

export interface KeepFocusOptions {
  /** The focused element. */
  focused: EventTarget | null
  signal: AbortSignal
  onMove: (control: HTMLElement) => void
}

/**
 * Moves the focus to the preceding control when the focused one is removed, until the signal is
 * aborted.
 */
export function keepFocus(page: HTMLElement, { focused, signal, onMove }: KeepFocusOptions): void {
  if (signal.aborted) return
  let last: EventTarget | null | undefined = focused
  const observer = new MutationObserver((records) => {
    if (!(last instanceof Element) || last.isConnected || !isFocusLost(page)) return
    last = undefined
    const control = findBefore(page, records)
    if (!control) return
    onMove(control)
    control.focus({ preventScroll: true })
  })
  const onFocusIn = ({ target }: Event) => {
    last = target
  }
  const onFocusOut = ({ target }: Event) =>
    // A control that stays was left on purpose. A removed one is disconnected a moment later.
    queueMicrotask(() => {
      if (last === target && (target as Element).isConnected) last = undefined
    })
  observer.observe(page, { childList: true, subtree: true })
  page.addEventListener('focusin', onFocusIn)
  page.addEventListener('focusout', onFocusOut)
  signal.addEventListener('abort', () => {
    observer.disconnect()
    page.removeEventListener('focusin', onFocusIn)
    page.removeEventListener('focusout', onFocusOut)
  })
}

/** Returns whether no element of the document has the focus. */
function isFocusLost({ ownerDocument }: Element): boolean {
  return !ownerDocument.activeElement || ownerDocument.activeElement === ownerDocument.body
}

/** Returns the last control before the removed element. */
function findBefore(page: Element, records: readonly MutationRecord[]): HTMLElement | undefined {
  const record = records.find(({ target, removedNodes }) => removedNodes.length > 0 && target.isConnected)
  if (!record) return undefined
  const { target, previousSibling } = record
  const left = previousSibling?.isConnected ? previousSibling : undefined
  return [...page.querySelectorAll<HTMLElement>(CONTROLS)]
    .filter((control) => !control.closest('[hidden]'))
    .findLast((control) => left?.contains(control) || isBefore(left ?? target, control))
}

function isBefore(node: Node, other: Node): boolean {
  return (node.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_PRECEDING) !== 0
}
