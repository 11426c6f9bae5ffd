import { type FocusEvent, type RefObject, useRef } from 'react'
import type { PageName } from '../events/types.ts'

export interface PageFocus {
  /** Stores the focused element of the page. For the root's `onFocusCapture`. */
  remember: (event: FocusEvent) => void
  /** Call it when a page is mounted. */
  arrive: () => void
}

/**
 * Moves the focus on navigation: to the heading (or search field) of a new page, and back to the
 * previous element on return. Does nothing while the focus is elsewhere in the host's page.
 */
export function usePageFocus(root: RefObject<HTMLElement | null>, page: PageName, depth: number): PageFocus {
  const lastFocus = useRef(new Map<PageName, string>())
  const shown = useRef({ page, depth })

  return {
    remember(event) {
      const key = (event.target as Element).closest<HTMLElement>('[data-focus-key]')?.dataset.focusKey
      if (key) lastFocus.current.set(page, key)
      else lastFocus.current.delete(page)
    },
    arrive() {
      const before = shown.current
      const element = root.current
      shown.current = { page, depth }
      if (before.page === page || !element || isElsewhere(element)) return
      const key = depth < before.depth ? lastFocus.current.get(page) : undefined
      const target =
        (key && element.querySelector<HTMLElement>(`[data-focus-key="${key}"]`)) ||
        (hasKeyboard() && element.querySelector<HTMLElement>('[data-page-focus]')) ||
        element.querySelector<HTMLElement>('[data-page-heading]')
      target?.focus({ preventScroll: true })
    },
  }
}

/** Returns whether a search field can be focused without opening an on-screen keyboard. */
function hasKeyboard(): boolean {
  return typeof matchMedia === 'function' && matchMedia('(pointer: fine)').matches
}

function isElsewhere(root: HTMLElement): boolean {
  const active = root.ownerDocument.activeElement
  if (!active || active === root.ownerDocument.body) return false
  return !root.contains(active) && !active.shadowRoot?.contains(root)
}
