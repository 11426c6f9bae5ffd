import { type RefObject, useEffect } from 'react'

/** Pixels between the main button and the keyboard. */
const GAP = 8
/** Pixels that a keyboard takes at least. The bars of a browser are lower. */
const KEYBOARD = 120

/**
 * Scrolls when a phone's on-screen keyboard opens, so that it hides neither the main button nor the amount that is being
 * typed; not while the person scrolls or pinches. The visual viewport is what is left of the page above the keyboard. A page
 * does not tell its frames of it.
 */
export function useRoomAboveKeyboard(inside: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { visualViewport: viewport } = window
    const page = inside.current?.closest<HTMLElement>('[data-part="page"]')
    if (!viewport || !page || !matchMedia('(pointer: coarse)').matches) return
    let last = Number.POSITIVE_INFINITY
    // Some browsers take a keyboard's room from the window too.
    let whole = window.innerHeight
    const keep = () => {
      const { scale, height } = viewport
      const hasShrunk = height < last
      last = height
      whole = Math.max(whole, height)
      const isKeyboard = scale === 1 && whole - height >= KEYBOARD
      if (hasShrunk && isKeyboard) keepInSight(page, viewport)
    }
    keep()
    viewport.addEventListener('resize', keep)
    return () => viewport.removeEventListener('resize', keep)
  }, [inside])
}

function keepInSight(page: HTMLElement, viewport: VisualViewport): void {
  const { activeElement: field } = page.getRootNode() as Document | ShadowRoot
  const button = page.querySelector<HTMLElement>('[data-part="main-button"]')
  if (!button || !(field instanceof HTMLInputElement) || !page.contains(field)) return
  const above = viewport.offsetTop + GAP
  const below = Math.max(0, hidden(viewport) - viewport.offsetTop) + GAP
  // Where there is no room for both, what is typed counts more.
  for (const element of [button, field]) {
    element.style.scrollMarginBlock = `${above}px ${below}px`
    element.scrollIntoView({ block: 'nearest' })
    element.style.scrollMarginBlock = ''
  }
}

/** Pixels of the page's window that the visual viewport leaves out. */
function hidden({ height }: VisualViewport): number {
  return window.innerHeight - height
}
