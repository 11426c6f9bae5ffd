import type { FormFields, WidgetConfig } from '../config/types.ts'
import type { EventBus } from '../events/types.ts'

/** The handle of a mounted widget. */
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
  /** Subscribes to an event, or to all with `*`. Returns the unsubscribe function. */
  on: EventBus['on']
  /** Removes the widget and everything it added to the page. Idempotent. */
  destroy(): void
}

/** The only global the script defines, as `window.Sluice`. */
export interface SluiceGlobal {
  /** Mounts a widget in an element, or in the first that matches a selector. */
  create(target: Element | string, config: WidgetConfig): SwapHandle
}
