import { isBusy, watchBusy } from '../instance/is-busy.ts'
import { transferState } from '../instance/transfer-state.ts'
import type { Widget } from '../instance/types.ts'

/**
 * Makes the widget that takes the place of another, at once or when that is no longer busy, and starts it with what was entered
 * there. Returns the function that cancels it.
 */
export function replaceWhenIdle(
  former: Widget,
  { make, start }: { make: () => Widget; start: (made: Widget) => void },
): () => void {
  let stop = () => {}
  const replaceIfIdle = () => {
    if (isBusy(former)) return
    stop()
    const made = make()
    transferState(former, made)
    start(made)
  }
  stop = watchBusy(former, replaceIfIdle)
  replaceIfIdle()
  return () => stop()
}
