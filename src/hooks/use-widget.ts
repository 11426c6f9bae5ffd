import { useContext } from 'react'
import { WidgetContext } from '../instance/context.tsx'
import type { Widget } from '../instance/types.ts'

/** Returns the widget instance of the surrounding context. Throws outside of a provider. */
export function useWidget(): Widget {
  const widget = useContext(WidgetContext)
  if (!widget) throw new Error('Expected inside a WidgetContext provider')
  return widget
}
