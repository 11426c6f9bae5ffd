import type { ResolvedConfig } from '../config/types.ts'
import { enteredForm } from '../instance/entered-form.ts'
import { isBusy, watchBusy } from '../instance/is-busy.ts'
import type { Widget } from '../instance/types.ts'
import type { FormState } from '../store/types.ts'

/**
 * Has a widget replaced, at once or when it is no longer busy, by one of another config that starts with what was entered in it.
 * Returns the function that cancels it.
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
