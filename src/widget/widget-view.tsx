import { type ComponentType, useEffect, useState } from 'react'
import { withNeeds } from '../components/later-parts.ts'
import { startLater } from '../errors/start-later.ts'
import { useConfig } from '../hooks/use-config.ts'
import { useStore } from '../hooks/use-store.ts'
import { useWidget } from '../hooks/use-widget.ts'
import { WidgetFrame } from './widget-frame.tsx'

/**
 * Renders a widget in its `mode`: in place, or in a dialog that is loaded after mounting. A failed
 * load is retried when the dialog is opened, and after a while.
 */
export function WidgetView() {
  const isInline = useConfig().mode === 'inline'
  const { dialog, reportError } = useWidget()
  const isOpen = useStore(dialog, (state) => state.isOpen)
  const [Dialog, setDialog] = useState<ComponentType>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: opening retries a failed load.
  useEffect(() => {
    if (isInline || Dialog) return
    return startLater(async () => {
      const { DialogFrame } = await withNeeds(import('./dialog-frame.tsx'))
      return () => {
        setDialog(() => DialogFrame)
      }
    }, reportError)
  }, [isInline, Dialog, isOpen, reportError])
  if (isInline) return <WidgetFrame />
  return Dialog ? <Dialog /> : null
}
