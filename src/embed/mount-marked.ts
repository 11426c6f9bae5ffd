import { OBSERVED_ATTRIBUTES } from './attributes.ts'
import { createInPage } from './create-in-page.ts'
import { showConfig } from './show-config.ts'
import type { SwapHandle } from './types.ts'

const PREFIX = 'data-sluice-'
const MARKED = `[${PREFIX}config],[${PREFIX}integrator]`

/** Code that did not arrive is asked for again after so long. */
const RETRY_MS = 20_000

/**
 * Mounts a widget in each element of the page with `data-sluice-config` (JSON) or `data-sluice-integrator`, and follows what
 * becomes of them: `watch-marked.ts`. The other attributes are those of `<sluice-swap>` with the prefix `data-sluice-`. Events
 * of the widget are dispatched on the element.
 */
export function mountMarked(): void {
  const handles = new Map<Element, SwapHandle>()
  const show = (element: Element) => {
    const handle = showConfig(element, handles.get(element), {
      prefix: PREFIX,
      mount: (...given) => createInPage(element, ...given),
    })
    if (handle) handles.set(element, handle)
  }
  const watch = () => {
    import('./watch-marked.ts').then(
      ({ watchMarked }) => watchMarked({ handles, show, attributes: OBSERVED_ATTRIBUTES }),
      () => setTimeout(watch, RETRY_MS),
    )
  }
  document.querySelectorAll(MARKED).forEach(show)
  watch()
}
