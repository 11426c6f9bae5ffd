import { type RefObject, useEffect, useRef } from 'react'

interface KeptFocusOptions {
  page: RefObject<HTMLElement | null>
  heading: RefObject<HTMLElement | null>
  /** Changes when the content changes within the page. */
  phase: string
}

/**
 * Keeps the keyboard focus in a page when the focused control is removed: it moves to the preceding
 * control, or to the heading if `phase` changes at the same time. Otherwise the next Tab would
 * start at the top of the host's page.
 */
export function useKeptFocus({ page, heading, phase }: KeptFocusOptions): void {
  const before = useRef(phase)
  /** The element that received the focus since the last phase. */
  const moved = useRef<HTMLElement>(undefined)

  useEffect(() => {
    const ended = new AbortController()
    const { signal } = ended
    const onMove = (control: HTMLElement) => {
      moved.current = control
    }
    const element = page.current
    const begin = ({ target }: Event) => {
      // Without this chunk, lost focus stays lost.
      import('./keep-focus.ts').then(
        (later) => element && later.keepFocus(element, { focused: target, signal, onMove }),
        () => {},
      )
    }
    // Takes no signal, because the document of a test has another AbortSignal than Node.
    element?.addEventListener('focusin', begin, { once: true })
    return () => {
      element?.removeEventListener('focusin', begin)
      ended.abort()
    }
  }, [page])

  useEffect(() => {
    if (before.current === phase) return
    before.current = phase
    const element = heading.current
    if (!element) return
    const { activeElement, body } = element.ownerDocument
    const isLost = !activeElement || activeElement === body || moved.current?.matches(':focus')
    moved.current = undefined
    if (isLost) element.focus({ preventScroll: true })
  }, [heading, phase])
}
