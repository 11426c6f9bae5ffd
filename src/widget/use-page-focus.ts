import { type FocusEvent, type RefObject, useRef } from 'react'
import type { PageName } from '../events/types.ts'

export interface PageFocus {
  /** For the root's `onFocusCapture`: remembers where on the page the focus was. */
  remember: (event: FocusEvent) => void
  /** To be called when a page has come to be. */
  arrive: () => void
}

/**
 * Moves the focus with the page: to its heading (or search field) on arrival, back to where it was on return.
 * Leaves it alone while the person is elsewhere in the host's page.
 */
export function usePageFocus(root: RefObject<HTMLElement | null>, page: PageName, depth: number): PageFocus {
  const left = useRef(new Map<PageName, string>())
  const shown = useRef({ page, depth })

  return {
    remember(event) {
      const key = (event.target as Element).closest<HTMLElement>('[data-focus-key]')?.dataset.focusKey
      if (key) left.current.set(page, key)
      else left.current.delete(page)
    },
    arrive() {
      const before = shown.current
      const element = root.current
      shown.current = { page, depth }
      if (before.page === page || !element || isElsewhere(element)) return
      const key = depth < before.depth ? left.current.get(page) : undefined
      const target =
        (key && element.querySelector<HTMLElement>(`[data-focus-key="${key}"]`)) ||
        (hasKeyboard() && element.querySelector<HTMLElement>('[data-page-focus]')) ||
        element.querySelector<HTMLElement>('[data-page-heading]')
      target?.focus({ preventScroll: true })
    },
  }
}

/** A search field takes the focus only where that opens no keyboard over the page. */
function hasKeyboard(): boolean {
  return typeof matchMedia === 'function' && matchMedia('(pointer: fine)').matches
}

function isElsewhere(root: HTMLElement): boolean {
  const active = root.ownerDocument.activeElement
  if (!active || active === root.ownerDocument.body) return false
  return !root.contains(active) && !active.shadowRoot?.contains(root)
}
