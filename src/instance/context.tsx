import { createContext } from 'react'
import type { Widget } from './types.ts'

/** The only React context: the widget instance. */
export const WidgetContext = createContext<Widget | undefined>(undefined)
