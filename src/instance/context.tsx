import { createContext } from 'react'
import type { Widget } from './types.ts'

/** The one React context: the instance everything inside a widget belongs to. */
export const WidgetContext = createContext<Widget | undefined>(undefined)
