import type { KeyboardEvent } from 'react'
import { useWidget } from '../hooks/use-widget.ts'
import { isUnderConfirmation } from '../instance/leave-outdated-review.ts'

/** Goes back on Escape, except on the swap and progress pages and during a confirmation. */
export function useEscape(): (event: KeyboardEvent) => void {
  const widget = useWidget()
  return (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return
    const { stack, back } = widget.navigation.getState()
    const page = stack.at(-1)
    if (page === 'swap' || page === 'progress') return
    if (page === 'review' && isUnderConfirmation(widget)) return
    event.preventDefault()
    back()
  }
}
