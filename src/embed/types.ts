import type { FormFields, WidgetConfig } from '../config/types.ts'
import type { ErrorCode } from '../errors/codes.ts'
import type { EventBus, EventName, WidgetEvents } from '../events/types.ts'

/**
 * How a widget is isolated from the page.
 * @example
 * const frameUrl = 'https://swap.example/sluice/0.1.0/frame.html'
 * const options: IsolationOptions = { isolation: 'frame', frameUrl }
 */
export interface IsolationOptions {
  /**
   * `shadow` (default): in a shadow root of the page. `frame`: in a sandboxed frame of another
   * origin, so that neither page nor widget can access the other. Functions of the config are
   * called in the page; `connectors`, `wagmiConfig`, `queryClient` and `urlSync` cannot be passed
   * and are rejected. `update` reports an invalid config instead of throwing.
   */
  isolation?: 'shadow' | 'frame' | undefined
  /**
   * The URL of `frame.html` of the embed folder, at another origin than the page. Default: beside
   * the script.
   * @example 'https://swap.example/sluice/0.1.0/frame.html'
   */
  frameUrl?: string | undefined
}

/**
 * The handle of a mounted widget, as `create` returns it.
 * @example
 * const handle: SwapHandle = create('#swap', config)
 * handle.update({ ...config, theme: 'dark' })
 * await handle.setFields({ amount: '1.5' })
 * handle.destroy()
 */
export interface SwapHandle {
  /**
   * Resolves when the widget is mounted; rejects with an error whose `code` is `CONFIG_INVALID` for
   * an invalid config, and `LOAD_FAILED` if code of the widget failed to load.
   */
  readonly ready: Promise<void>
  /**
   * Applies a changed config. Throws `CONFIG_INVALID` for an invalid one, and the widget keeps its
   * last config.
   */
  update(config: WidgetConfig): void
  /**
   * Sets tokens, amount or recipient in the form; omitted fields stay. Rejects with
   * `CONFIG_INVALID` for values that are invalid in a config too. Waits for the widget to be
   * mounted.
   */
  setFields(fields: FormFields): Promise<void>
  /** Opens the dialog of a widget whose `mode` is not `inline`, as soon as it is mounted. */
  open(): void
  /** Closes the dialog. A running swap continues, and is shown when the dialog is opened again. */
  close(): void
  /** Subscribes to an event, or to all with `*`. Returns the unsubscribe function. */
  on: EventBus['on']
  /** Removes a listener of this event, or of `*`, that was added with `on`. */
  off(name: EventName | '*', handler: (...args: never[]) => void): void
  /** Subscribes to all events in their envelopes. Returns the unsubscribe function. */
  onAny: EventBus['onAny']
  /** Removes the widget and everything it added to the page. Idempotent. */
  destroy(): void
}

/**
 * The only global the script defines, as `window.Sluice`.
 * @example
 * const handle = window.Sluice.create('#swap', config)
 * @example
 * if (!Object.hasOwn(window, 'Sluice')) window.Sluice = { queue: [] }
 * window.Sluice.queue.push((sluice) => sluice.create('#swap', config))
 */
export interface SluiceGlobal {
  /** Mounts a widget in an element, or in the first that matches a selector. */
  create(target: Element | string, config: WidgetConfig, options?: IsolationOptions): SwapHandle
  /**
   * Calls functions with this object, in their order, once the script has loaded and the page has
   * been parsed; immediately after that. A page whose own code may run first creates the queue
   * itself: `{ queue: [] }`. It tests for an own property, because `<form id="Sluice">` also
   * defines `window.Sluice`.
   */
  queue: { push(call: SluiceCall): void }
}

/** A call that waits for the script. */
export type SluiceCall = (sluice: SluiceGlobal) => void

/** The value of the global that a page assigns before the script has loaded. */
export interface EarlySluice {
  queue: SluiceCall[]
}

/**
 * Why a widget, or its current page, is not shown: a `SluiceError` once its code has loaded. An
 * exception of the widget's own code is `UNKNOWN`, with the `supportId` that is shown to the
 * visitor.
 */
export type WidgetFailure = Error & { code: ErrorCode; supportId?: string | undefined }

/**
 * The events of a widget, as `<sluice-swap>` and elements with `data-sluice-config` dispatch them.
 * They bubble. `detail` is the payload. `widgetFailed` reports why a widget could not be shown, or
 * not with its new config: `detail` is an error with a `code`, usually `CONFIG_INVALID` or
 * `LOAD_FAILED`. It is also reported as an uncaught error, unless a listener calls
 * `preventDefault()`.
 * @example
 * const onCompleted = ({ detail }: SwapElementEventMap['routeExecutionCompleted']) => console.log(detail.id)
 * document.querySelector('sluice-swap')?.addEventListener('routeExecutionCompleted', onCompleted)
 * @example
 * document.querySelector('sluice-swap')?.addEventListener('widgetFailed', (event) => {
 *   event.preventDefault()
 *   console.warn(event.detail.code, event.detail.message)
 * })
 */
export type SwapElementEventMap = { [Name in EventName]: CustomEvent<WidgetEvents[Name]> } & {
  widgetFailed: CustomEvent<WidgetFailure>
}

declare global {
  interface Window {
    get Sluice(): SluiceGlobal
    set Sluice(value: SluiceGlobal | EarlySluice)
  }
}
