import type { FormFields, WidgetConfig } from '../config/types.ts'
import type { EventBus, EventName, WidgetEvents } from '../events/types.ts'

/**
 * How a widget is kept apart from the page.
 * @example
 * const options: IsolationOptions = { isolation: 'frame', frameUrl: 'https://swap.example/sluice/0.1.0/frame.html' }
 */
export interface IsolationOptions {
  /**
   * `shadow` (default): in a shadow root of the page. `frame`: in a sandboxed frame of another origin, which neither page nor
   * widget can look into. Functions of the config are called in the page; `connectors`, `wagmiConfig`, `queryClient` and
   * `urlSync` cannot cross and are refused. `update` reports an invalid config instead of throwing.
   */
  isolation?: 'shadow' | 'frame' | undefined
  /**
   * Where `frame.html` of the embed folder is served, at another origin than the page. Default: beside the script.
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
  /** Resolves when the widget is mounted; rejects with `CONFIG_INVALID` for an invalid config. */
  readonly ready: Promise<void>
  /** Applies a changed config. Throws `CONFIG_INVALID` for an invalid one, and the widget keeps its last config. */
  update(config: WidgetConfig): void
  /**
   * Sets tokens, amount or recipient in the form; what is not given stays. Rejects with `CONFIG_INVALID` for what a config
   * could not name either. Waits for the widget to be mounted.
   */
  setFields(fields: FormFields): Promise<void>
  /** Opens the dialog of a widget whose `mode` is not `inline`, as soon as it is mounted. */
  open(): void
  /** Closes it. A swap that runs goes on, and is shown when it is opened again. */
  close(): void
  /** Subscribes to an event, or to all with `*`. Returns the unsubscribe function. */
  on: EventBus['on']
  /** Ends what `on` began for this event, or for `*`, with this very function. */
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
 */
export interface SluiceGlobal {
  /** Mounts a widget in an element, or in the first that matches a selector. */
  create(target: Element | string, config: WidgetConfig, options?: IsolationOptions): SwapHandle
  /**
   * Calls functions with this object as soon as the script has arrived; at once when it has. A page whose own code may run
   * first: `window.Sluice ??= { queue: [] }; Sluice.queue.push((sluice) => sluice.create('#swap', config))`.
   */
  queue: { push(call: SluiceCall): void }
}

/** A call that waits for the script. */
export type SluiceCall = (sluice: SluiceGlobal) => void

/**
 * The events of a widget, as `<sluice-swap>` and elements with `data-sluice-config` dispatch them. They bubble. `detail` is the
 * payload.
 * @example
 * const onCompleted = ({ detail }: SwapElementEventMap['routeExecutionCompleted']) => console.log(detail.id)
 * document.querySelector('sluice-swap')?.addEventListener('routeExecutionCompleted', onCompleted)
 */
export type SwapElementEventMap = { [Name in EventName]: CustomEvent<WidgetEvents[Name]> }

declare global {
  interface Window {
    Sluice: SluiceGlobal
  }
}
