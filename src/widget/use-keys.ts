import type { KeyboardEvent } from 'react'
import { useWidget } from '../hooks/use-widget.ts'
import type { Widget } from '../instance/types.ts'
import { isUnderConfirmation } from '../instance/under-confirmation.ts'

/**
 * Returns a key handler: Escape goes back, except on the swap and progress pages and during a
 * confirmation. Enter in a field does not submit a form of the surrounding page.
 */
export function useKeys(): (event: KeyboardEvent) => void {
  const widget = useWidget()
  return (event) => {
    const { key, target, defaultPrevented, nativeEvent } = event
    if (defaultPrevented || nativeEvent.isComposing) return
    const isHandled =
      key === 'Escape' ? leavePage(widget) : key === 'Enter' && target instanceof HTMLInputElement
    if (isHandled) event.preventDefault()
  }
}

/** Goes back if Escape may do so. Returns false if Escape has another meaning on the page. */
export function leavePage(widget: Widget): boolean {
  const { stack, back } = widget.navigation.getState()
  const page = stack.at(-1)
  if (page === 'swap' || page === 'progress') return false
  if (page === 'review' && isUnderConfirmation(widget)) return false
  back()
  return true
}
