import { readConfig, readIsolation } from './attributes.ts'
import { create } from './create.ts'
import { dispatchEvents } from './dispatch-events.ts'
import type { SwapHandle } from './types.ts'

const PREFIX = 'data-sluice-'

/**
 * Mounts a widget in each element of the page with `data-sluice-config` (JSON) or `data-sluice-integrator`, once the page
 * has been parsed. The other attributes are those of `<sluice-swap>` with the prefix `data-sluice-`. Events of the widget
 * are dispatched on the element. A click on an element with `data-sluice-open` opens the dialog of the widget in the element
 * that this selector matches.
 */
export function mountMarked(): void {
  if (document.readyState === 'loading') {
    document.addEventListener('DOMContentLoaded', mountMarked, { once: true })
    return
  }
  const handles = new Map<Element | null, SwapHandle>()
  for (const element of document.querySelectorAll(`[${PREFIX}config], [${PREFIX}integrator]`)) {
    try {
      const config = readConfig(element, undefined, PREFIX)
      if (!config) continue
      const handle = create(element, config, readIsolation(element, PREFIX))
      handles.set(element, handle)
      dispatchEvents(element, handle)
    } catch (error) {
      // The other elements are mounted.
      reportError(error)
    }
  }
  for (const opener of document.querySelectorAll<HTMLElement>(`[${PREFIX}open]`)) {
    opener.addEventListener('click', () => {
      handles.get(document.querySelector(opener.dataset.sluiceOpen ?? ''))?.open()
    })
  }
}
