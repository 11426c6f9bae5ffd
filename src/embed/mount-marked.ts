import { OBSERVED_ATTRIBUTES } from './attributes.ts'
import { createInPage } from './create-in-page.ts'
import { showConfig } from './show-config.ts'
import type { SwapHandle } from './types.ts'

const PREFIX = 'data-sluice-'

/**
 * Mounts a widget in elements with `data-sluice-config` (JSON) or `data-sluice-integrator` that are
 * in the page now. Elements added later are ignored, because third parties may have written them.
 * `ids` is the value of `data-auto`. `follow-marked.ts` decides which elements it names.
 */
export function mountMarked(ids: string): void {
  const found = [...document.querySelectorAll(`[${PREFIX}config],[${PREFIX}integrator],sluice-swap`)]
  const show = (element: Element, handle: SwapHandle | undefined) =>
    showConfig(element, handle, {
      prefix: PREFIX,
      mount: (...given) => createInPage(element, ...given),
    })
  import('./follow-marked.ts').then(
    ({ followMarked }) => followMarked({ ids, found, show, attributes: OBSERVED_ATTRIBUTES }),
    reportError,
  )
}
