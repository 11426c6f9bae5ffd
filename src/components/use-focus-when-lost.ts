import { type RefObject, useEffect, useRef } from 'react'

/** Takes the focus when `reason` changed and what had it is gone, so that a keyboard is never left nowhere. */
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
