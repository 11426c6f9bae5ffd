import { type FocusEvent, type RefObject, useEffect, useRef } from 'react'
import type { PageName } from '../events/types.ts'

/**
 * Moves the focus with the page: to its heading on arrival, back to where it was on return.
 * Leaves it alone while the person is elsewhere in the host's page.
 */
export function usePageFocus(root: RefObject<HTMLElement | null>, page: PageName, depth: number) {
  const left = useRef(new Map<PageName, string>())
  const shown = useRef({ page, depth })

  useEffect(() => {
    const before = shown.current
    if (before.page === page) return
    shown.current = { page, depth }
    const element = root.current
    if (!element || isElsewhere(element)) return
    const key = depth < before.depth ? left.current.get(page) : undefined
    const target = key && element.querySelector<HTMLElement>(`[data-focus-key="${key}"]`)
    const heading = element.querySelector<HTMLElement>('[data-page-heading]')
    ;(target || heading)?.focus({ preventScroll: true })
  })

  return (event: FocusEvent) => {
    const key = (event.target as Element).closest<HTMLElement>('[data-focus-key]')?.dataset.focusKey
    if (key) left.current.set(page, key)
    else left.current.delete(page)
  }
}

function isElsewhere(root: HTMLElement): boolean {
  const active = root.ownerDocument.activeElement
  if (!active || active === root.ownerDocument.body) return false
  return !root.contains(active) && !active.shadowRoot?.contains(root)
}
