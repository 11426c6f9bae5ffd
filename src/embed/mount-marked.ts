import { readConfig } from './attributes.ts'
import { create } from './create.ts'
import { dispatchEvents } from './dispatch-events.ts'

const PREFIX = 'data-sluice-'

/**
 * Mounts a widget in each element of the page with `data-sluice-config` (JSON) or `data-sluice-integrator`, once the page
 * has been parsed. The other attributes are those of `<sluice-swap>` with the prefix `data-sluice-`. Events of the widget
 * are dispatched on the element.
 */
export function mountMarked(): void {
  if (document.readyState === 'loading') {
    document.addEventListener('DOMContentLoaded', mountMarked, { once: true })
    return
  }
  for (const element of document.querySelectorAll(`[${PREFIX}config], [${PREFIX}integrator]`)) {
    try {
      const config = readConfig(element, undefined, PREFIX)
      if (config) dispatchEvents(element, create(element, config))
    } catch (error) {
      // The other elements are mounted.
      reportError(error)
    }
  }
}
