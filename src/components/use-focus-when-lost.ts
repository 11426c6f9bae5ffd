import { type RefObject, useEffect, useRef } from 'react'

/** Focuses the target when `reason` changes and the focused element was removed, so that keyboard focus is not lost. */
export function useFocusWhenLost(target: RefObject<HTMLElement | null>, reason: unknown): void {
  const before = useRef(reason)
  useEffect(() => {
    if (before.current === reason) return
    before.current = reason
    const element = target.current
    const active = element?.ownerDocument.activeElement
    if (!active || active === element?.ownerDocument.body) element?.focus({ preventScroll: true })
  }, [target, reason])
}
