import type { WidgetConfig } from '../config/types.ts'
import type { EventBus } from '../events/types.ts'

/** One widget on a page, as whoever put it there holds it. */
export interface SwapHandle {
  /** Resolves when the widget is on the page; rejects with `CONFIG_INVALID` when the config makes no sense. */
  readonly ready: Promise<void>
  /** Applies a changed config. Throws `CONFIG_INVALID` for one that makes no sense, and the widget goes on as it was. */
  update(config: WidgetConfig): void
  /** Listens to an event, or to all with `*`. Returns the function that unsubscribes. */
  on: EventBus['on']
  /** Takes the widget off the page with everything it brought. Idempotent. */
  destroy(): void
}

/** What the script puts on `window`, and all it puts there. */
export interface SluiceGlobal {
  /** Puts a widget into an element (or the first that matches a selector). */
  create(target: Element | string, config: WidgetConfig): SwapHandle
}
