import { useEffect, useRef } from 'react'
import type { FormFields, WidgetConfig } from '../config/types.ts'
import type { SluiceError } from '../errors/sluice-error.ts'
import type { EventBus } from '../events/types.ts'
import { WidgetContext } from '../instance/context.tsx'
import type { WidgetSurroundings } from '../instance/create-widget.ts'
import type { Widget } from '../instance/types.ts'
import { useCreateWidget } from '../instance/use-create-widget.ts'
import { WidgetView } from './widget-view.tsx'

/**
 * The handle of a mounted widget that `onReady` receives.
 *
 * @example
 * import { useRef } from 'react'
 *
 * function Swap() {
 *   const handle = useRef<SwapWidgetHandle>(null)
 *   const prefill = () => handle.current?.setFields({ amount: '100' })
 *   return (
 *     <>
 *       <button type="button" onClick={prefill}>Swap 100</button>
 *       <SwapWidget {...config} onReady={(ready) => void (handle.current = ready)} />
 *     </>
 *   )
 * }
 */
export interface SwapWidgetHandle {
  /** The events of this widget. */
  readonly events: EventBus
  /**
   * Sets tokens, amount or recipient in the form and keeps omitted fields. Rejects with
   * `CONFIG_INVALID` for values that a config could not contain either.
   *
   * @example
   * setFields({ output: { token: '0xdAC17F958D2ee523a2206206994597C13D831ec7' }, amount: '100' })
   */
  setFields(fields: FormFields): Promise<void>
  /** Opens the dialog of a widget whose `mode` is not `inline`. */
  open(): void
  /** Closes the dialog. A running swap continues and is shown on reopening. */
  close(): void
}

/**
 * Called once per widget after it is mounted. A returned function, such as the unsubscribe function
 * of `events.on`, is called on unmount; other return values are ignored.
 */
export type OnReady = (handle: SwapWidgetHandle) => void | (() => void) | Promise<void>

export interface WidgetRootProps {
  config: WidgetConfig
  surroundings?: WidgetSurroundings
  onReady?: OnReady | undefined
  /** Called with `CONFIG_INVALID` if a changed config cannot start another widget. */
  onError?: ((error: SluiceError) => void) | undefined
}

/**
 * Renders one widget with the values of its surrounding providers. Throws `CONFIG_INVALID` while
 * rendering.
 */
export function WidgetRoot({ config, surroundings, onReady, onError }: WidgetRootProps) {
  const widget = useCreateWidget(config, surroundings, onError)
  const latest = useRef(onReady)
  useEffect(() => {
    latest.current = onReady
  })
  useEffect(() => {
    const cleanup = latest.current?.(toHandle(widget))
    return typeof cleanup === 'function' ? cleanup : undefined
  }, [widget])
  return (
    <WidgetContext.Provider value={widget}>
      <WidgetView />
    </WidgetContext.Provider>
  )
}

function toHandle({ events, setFields, open, close }: Widget): SwapWidgetHandle {
  return { events, setFields, open, close }
}
