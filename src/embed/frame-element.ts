import type { DisplayMode } from '../config/types.ts'
import { controlDialog } from '../widget/control-dialog.ts'

/**
 * The permissions of the frame. It has its own origin and scripts, which storage, service requests
 * and messages need. It may open explorer links in new tabs, download the activity as a file, and
 * show the browser's confirmation before a page is left during a swap (`allow-modals`). It cannot
 * navigate the page, submit forms or lock the pointer.
 */
const SANDBOX =
  'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-downloads allow-modals'

/**
 * The largest sizes in px. A frame cannot make a page longer, or cover more of it than a button.
 */
const MAX_BLOCK = 5_000
const MAX_FLOATING = { inline: 320, block: 120 }

const STYLE = `
:host { display: block }
:host([hidden]) { display: none }
dialog { all: initial; display: block; color-scheme: normal }
dialog::backdrop { background: none }
iframe { display: block; inline-size: 100%; block-size: 0; border: 0; color-scheme: normal }
dialog[data-mode="dialog"]:not([open]) { display: none }
dialog[data-mode="floating"]:not([open]) { position: fixed; z-index: 1000; inset-block-end: 0; inset-inline-end: 0; max-inline-size: 100vw }
dialog[open] { position: fixed; z-index: 1000; inset: 0 }
dialog[data-aside] { z-index: 0 }
dialog[open] iframe { inline-size: 100vw !important; block-size: 100dvh !important }
`

export interface FrameElement {
  /** Calls back whenever a document has loaded, with its window. */
  onLoad(listener: (target: Window) => void): void
  setMode(mode: DisplayMode | undefined): void
  /** The size requested by the frame, in px: the height if inline, both for the floating button. */
  setSize(size: unknown): void
  /** Covers the page with the frame, which shows the widget's dialog. */
  setOpen(isOpen: boolean): void
  /** True if keyboard input goes into the frame. */
  hasFocus(): boolean
  /** Moves the frame below dialogs of the page until the work is done. */
  stepAside<Value>(work: Promise<Value>): Promise<Value>
  remove(): void
}

/**
 * The sandboxed frame, inside a `<dialog>` in every mode, because a frame that is moved reloads.
 */
export function createFrameElement(
  shadow: ShadowRoot,
  url: URL,
  {
    mode,
    title,
    onClosed,
  }: { mode: DisplayMode | undefined; title: string | undefined; onClosed: () => void },
): FrameElement {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(STYLE)
  shadow.adoptedStyleSheets.push(sheet)
  const dialog = document.createElement('dialog')
  // The accessible dialog is the one in the frame.
  dialog.setAttribute('role', 'presentation')
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', SANDBOX)
  frame.allow = 'clipboard-write'
  frame.referrerPolicy = 'origin'
  frame.title = title ?? 'Swap'
  if (!title) frame.lang = 'en'
  dialog.append(frame)
  const control = controlDialog(dialog)
  let isOpen = false
  let told: unknown
  /** The number of running tasks outside the frame. */
  let aside = 0
  dialog.addEventListener('close', () => {
    if (!isOpen || dialog.open) return
    setOpen(false)
    onClosed()
  })
  setMode(mode)

  function setMode(next: DisplayMode = 'inline') {
    dialog.dataset.mode = next === 'modal' || next === 'drawer' ? 'dialog' : next
    resize()
  }

  /** Sets the size that the frame requests, up to the limit of this mode. */
  function resize() {
    const { inline, block } = Object(told)
    const isFloating = dialog.dataset.mode === 'floating'
    frame.style.inlineSize = isFloating ? px(inline, MAX_FLOATING.inline) : ''
    frame.style.blockSize = px(block, isFloating ? MAX_FLOATING.block : MAX_BLOCK)
  }

  function setOpen(next: boolean) {
    if (next === isOpen) return
    isOpen = next
    if (next) show(aside === 0)
    else control.hide()
  }

  function show(isModal: boolean) {
    control.show({ isModal })
    frame.focus()
  }

  return {
    setMode,
    onLoad(listener) {
      frame.addEventListener('load', () => frame.contentWindow && listener(frame.contentWindow))
      frame.src = url.href
      shadow.append(dialog)
    },
    setSize(size) {
      // A size without a height keeps the height.
      told = { ...Object(told), ...Object(size) }
      resize()
    },
    setOpen,
    hasFocus: () => shadow.activeElement === frame,
    async stepAside(work) {
      aside += 1
      dialog.dataset.aside = ''
      if (isOpen && aside === 1) control.show({ isModal: false })
      try {
        return await work
      } finally {
        aside -= 1
        if (aside === 0) {
          delete dialog.dataset.aside
          if (isOpen) show(true)
        }
      }
    },
    remove() {
      if (isOpen) control.hide()
      isOpen = false
      dialog.remove()
      shadow.adoptedStyleSheets = shadow.adoptedStyleSheets.filter((other) => other !== sheet)
    },
  }
}

function px(size: unknown, max: number): string {
  return Number.isFinite(size) ? `${Math.ceil(Math.min(Math.max(Number(size), 0), max))}px` : ''
}
