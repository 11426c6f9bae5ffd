import { OBSERVED_ATTRIBUTES } from './attributes.ts'
import { createInPage } from './create-in-page.ts'
import { showConfig } from './show-config.ts'
import type { SwapHandle } from './types.ts'

const PREFIX = 'data-sluice-'
const MARKED = `[${PREFIX}config],[${PREFIX}integrator]`

/** Delay before a chunk that failed to load is requested again. */
const RETRY_MS = 20_000

/**
 * Mounts a widget in each element with `data-sluice-config` (JSON) or `data-sluice-integrator` that is in the page now.
 * Elements added later are ignored, because they may be content of other people. `ids` is the value of `data-auto`: a list
 * of ids separated by spaces restricts the widgets to those elements, an empty list allows every marked element.
 */
export function mountMarked(ids: string): void {
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
  findMarked(ids.split(/\s+/).filter(Boolean)).forEach(show)
  watch()
}

/** An id that several widgets share is refused: the page cannot tell which of the elements is its own. */
function findMarked(ids: readonly string[]): Element[] {
  const found = [...document.querySelectorAll(`${MARKED},sluice-swap`)].filter(isOutermost)
  const named = ids.length === 0 ? found : ids.flatMap((id) => findOne(id, found))
  // A `<sluice-swap>` mounts itself. Its id only says that the page has such an element.
  return named.filter((element) => element.matches(MARKED) && element.localName !== 'sluice-swap')
}

function findOne(id: string, found: readonly Element[]): Element[] {
  const own = found.filter((element) => element.id === id)
  if (own.length === 1) return own
  reportError(new Error(`data-auto="${id}": expected one element with ${PREFIX}config, found ${own.length}`))
  return []
}

/** Whether an element is HTML, and is not part of the content of another marked element. */
function isOutermost(element: Element): boolean {
  return element instanceof HTMLElement && !element.parentElement?.closest(MARKED)
}
