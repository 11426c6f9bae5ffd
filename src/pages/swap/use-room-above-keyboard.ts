import { type RefObject, useEffect } from 'react'

/** Pixels between the main button and the keyboard. */
const GAP = 8
/** Minimum height of a keyboard in pixels. Browser toolbars are lower. */
const KEYBOARD = 120

/**
 * Scrolls the main button and the focused amount above a phone's on-screen keyboard, but not while
 * the user scrolls or pinches. The visual viewport excludes the keyboard, but browsers do not
 * report it to frames.
 */
export function useRoomAboveKeyboard(inside: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { visualViewport: viewport } = window
    const page = inside.current?.closest<HTMLElement>('[data-part="page"]')
    if (!viewport || !page || !matchMedia('(pointer: coarse)').matches) return
    let last = Number.POSITIVE_INFINITY
    // Some browsers also shrink the window by the keyboard's height.
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
  // The last scroll wins if both do not fit, so the field comes last.
  for (const element of [button, field]) {
    element.style.scrollMarginBlock = `${above}px ${below}px`
    element.scrollIntoView({ block: 'nearest' })
    element.style.scrollMarginBlock = ''
  }
}

/** Returns the pixels of the window outside the visual viewport. */
function hidden({ height }: VisualViewport): number {
  return window.innerHeight - height
}
