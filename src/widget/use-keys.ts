import type { KeyboardEvent } from 'react'
import { useWidget } from '../hooks/use-widget.ts'
import type { Widget } from '../instance/types.ts'
import { isUnderConfirmation } from '../instance/under-confirmation.ts'

/**
 * Goes back on Escape, except on the swap and progress pages and during a confirmation. Enter in a field is the widget's
 * alone: it submits no form of the page around it.
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

/** Goes back, where Escape does. False: it has another meaning here. */
export function leavePage(widget: Widget): boolean {
  const { stack, back } = widget.navigation.getState()
  const page = stack.at(-1)
  if (page === 'swap' || page === 'progress') return false
  if (page === 'review' && isUnderConfirmation(widget)) return false
  back()
  return true
}
