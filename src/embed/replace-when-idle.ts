import type { ResolvedConfig } from '../config/types.ts'
import { enteredForm } from '../instance/entered-form.ts'
import { isBusy, watchBusy } from '../instance/is-busy.ts'
import type { Widget } from '../instance/types.ts'
import type { FormState } from '../store/types.ts'

/**
 * Replaces a widget, immediately or when it is no longer busy, by one with another config that
 * starts with the entered fields. Returns a function that cancels it.
 */
export function replaceWhenIdle(
  former: Widget,
  { resolved, replace }: { resolved: ResolvedConfig; replace: (form: FormState | undefined) => void },
): () => void {
  let stop = () => {}
  const replaceIfIdle = () => {
    if (isBusy(former)) return
    stop()
    replace(enteredForm(former, resolved))
  }
  stop = watchBusy(former, replaceIfIdle)
  replaceIfIdle()
  return () => stop()
}
