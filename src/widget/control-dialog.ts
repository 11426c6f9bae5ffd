/** Shows a dialog, again in another way, and hides it. */
export interface ShownDialog {
  /**
   * `isModal`: above everything else of the page, which cannot be used meanwhile; the browser keeps the focus inside. Without,
   * other dialogs of the page can be used.
   */
  show(options: { isModal: boolean }): void
  /** The focus goes back to where it was. */
  hide(): void
}

/** The page does not scroll while the dialog is shown. */
export function controlDialog(dialog: HTMLDialogElement): ShownDialog {
  const { ownerDocument } = dialog
  let lock: CSSStyleSheet | undefined

  function lockScroll(): void {
    if (lock) return
    // A sheet of its own for each dialog: two of them, closed in any order, leave the page as it was.
    lock = new CSSStyleSheet()
    lock.replaceSync(scrollLock(ownerDocument))
    ownerDocument.adoptedStyleSheets = [...ownerDocument.adoptedStyleSheets, lock]
  }

  return {
    show({ isModal }) {
      const { activeElement } = dialog.getRootNode() as Document | ShadowRoot
      const focused = dialog.contains(activeElement) ? activeElement : undefined
      dialog.close()
      lockScroll()
      if (isModal) dialog.showModal()
      else dialog.show()
      const target = focused ?? dialog.querySelector('[data-page-heading]')
      if (target instanceof HTMLElement) target.focus({ preventScroll: true })
    },
    hide() {
      dialog.close()
      ownerDocument.adoptedStyleSheets = ownerDocument.adoptedStyleSheets.filter((sheet) => sheet !== lock)
      lock = undefined
    },
  }
}

/** Keeps the place of a scroll bar that takes room, so that the page does not move. */
function scrollLock({ defaultView, documentElement }: Document): string {
  const hasBar = defaultView !== null && defaultView.innerWidth > documentElement.clientWidth
  return `html { overflow: hidden !important; ${hasBar ? 'scrollbar-gutter: stable !important' : ''} }`
}
