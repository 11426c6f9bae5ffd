/** Shows a dialog, again in another way, and hides it. */
export interface ShownDialog {
  /**
   * `isModal`: above everything else of the page, which cannot be used meanwhile; the browser keeps the focus inside. Without,
   * other dialogs of the page can be used.
   */
  show(options: { isModal: boolean }): void
  /** The focus goes back to where it was when the dialog was first shown. */
  hide(): void
}

/** The page does not scroll while the dialog is shown. */
export function controlDialog(dialog: HTMLDialogElement): ShownDialog {
  const { ownerDocument } = dialog
  let lock: CSSStyleSheet | undefined
  let opener: Element | null = null
  let isModal = false

  function lockScroll(): void {
    if (lock) return
    // A sheet of its own for each dialog: two of them, closed in any order, leave the page as it was.
    lock = new CSSStyleSheet()
    lock.replaceSync(scrollLock(ownerDocument))
    ownerDocument.adoptedStyleSheets = [...ownerDocument.adoptedStyleSheets, lock]
  }

  return {
    show(options) {
      const { activeElement } = dialog.getRootNode() as Document | ShadowRoot
      // The browser would know it no longer once the focus has been in another dialog.
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

/** Keeps the place of a scroll bar that takes room, so that the page does not move. */
function scrollLock({ defaultView, documentElement }: Document): string {
  const hasBar = defaultView !== null && defaultView.innerWidth > documentElement.clientWidth
  return `html { overflow: hidden !important; ${hasBar ? 'scrollbar-gutter: stable !important' : ''} }`
}
