import type { KeyboardEvent } from 'react'
import { useWidget } from '../hooks/use-widget.ts'

/** Leaves a page by Escape, as its Back does, where that ends nothing: not a swap under way, nor its outcome. */
export function useEscape(): (event: KeyboardEvent) => void {
  const { execution, navigation } = useWidget()
  return (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return
    const { stack, back } = navigation.getState()
    const page = stack.at(-1)
    if (page === 'swap' || page === 'progress') return
    if (page === 'review' && execution.getState().stage !== 'idle') return
    event.preventDefault()
    back()
  }
}
