import { isBusy, watchBusy } from '../instance/is-busy.ts'
import type { Widget } from '../instance/types.ts'

/** Runs at once, or when the widget is no longer busy. Returns the function that cancels it. */
export function whenIdle(widget: Widget, run: () => void): () => void {
  let stop = () => {}
  const runIfIdle = () => {
    if (isBusy(widget)) return
    stop()
    run()
  }
  stop = watchBusy(widget, runIfIdle)
  runIfIdle()
  return () => stop()
}
