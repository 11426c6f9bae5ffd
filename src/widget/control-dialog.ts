/** Opens, reopens in another mode, and closes a dialog. */
export interface ShownDialog {
  /**
   * A modal dialog is above the page, which is inert while the browser keeps the focus inside.
   * Otherwise other dialogs of the page stay usable.
   */
  show(options: { isModal: boolean }): void
  /** Returns the focus to the element that had it before the dialog was first shown. */
  hide(): void
}

/** Controls a dialog and prevents the page from scrolling while it is open. */
export function controlDialog(dialog: HTMLDialogElement): ShownDialog {
  const { ownerDocument } = dialog
  let lock: CSSStyleSheet | undefined
  let opener: Element | null = null
  let isModal = false

  function lockScroll(): void {
    if (lock) return
    // Each dialog has its own sheet, so that several dialogs can be closed in any order.
    lock = new CSSStyleSheet()
    lock.replaceSync(scrollLock(ownerDocument))
    ownerDocument.adoptedStyleSheets = [...ownerDocument.adoptedStyleSheets, lock]
  }

  return {
    show(options) {
      const { activeElement } = dialog.getRootNode() as Document | ShadowRoot
      // The browser forgets the opener once another dialog has had the focus.
      if (!lock) opener = activeElement ?? ownerDocument.activeElement
      isModal = options.isModal
      dialog.close()
      lockScroll()
      if (isModal) dialog.showModal()
      else dialog.show()
      focus(dialog.contains(activeElement) ? activeElement : dialog.querySelector('[data-page-heading]'))
    },
    hide() {
      dialog.close()
      if (isModal) focus(opener)
      ownerDocument.adoptedStyleSheets = ownerDocument.adoptedStyleSheets.filter((sheet) => sheet !== lock)
      lock = undefined
    },
  }
}

function focus(element: Element | null): void {
  if (element instanceof HTMLElement) element.focus({ preventScroll: true })
}

/**
 * Replaces a classic scroll bar by padding, so that the page does not move. The dialog could not
 * cover the gutter of the scroll bar.
 */
function scrollLock({ defaultView, documentElement }: Document): string {
  const bar = defaultView ? defaultView.innerWidth - documentElement.clientWidth : 0
  const { paddingRight = '' } = defaultView?.getComputedStyle(documentElement) ?? {}
  const padding = bar > 0 ? `padding-right: calc(${paddingRight || '0px'} + ${bar}px) !important` : ''
  return `html { overflow: hidden !important; ${padding} }`
}
