import { createInPage } from './create-in-page.ts'
import { mountMarked } from './mount-marked.ts'
import { defineSwapElement } from './swap-element.ts'
import type { SluiceCall, SluiceGlobal } from './types.ts'

/** What a page may have put there before the script arrived. */
type Early = { create?: unknown; queue?: object } | undefined

// `currentScript` is set only for classic scripts. One loaded cross-origin without CORS cannot resolve the URLs of its
// chunks.
const tag = document.currentScript as HTMLScriptElement | null
if (tag?.src && tag.crossOrigin === null && new URL(tag.src).origin !== location.origin) {
  throw new Error(
    'The <script> of sluice.js cannot load its parts from another origin: add type="module" or crossorigin.',
  )
}

// A second copy of the script changes nothing.
const early: Early = window.Sluice
if (!early?.create) {
  // Asked for now, not at the first call: the first page arrives while the page's own scripts still run.
  void import('./mount.tsx').catch(() => {})
  const run = (call: SluiceCall) => {
    try {
      call(sluice)
    } catch (error) {
      reportError(error)
    }
  }
  const waiting: SluiceCall[] = Array.isArray(early?.queue) ? early.queue : []
  let isParsed = false
  const push = (call: SluiceCall) => {
    if (isParsed) run(call)
    else waiting.push(call)
  }
  const sluice: SluiceGlobal = Object.freeze({ create: createInPage, queue: { push } })
  // The only side effects: one global and one custom element, and widgets where the page asks for them.
  window.Sluice = sluice
  defineSwapElement()
  const begin = () => {
    // Also those that one of them adds.
    for (const call of waiting) run(call)
    isParsed = true
    mountMarked()
  }
  // The elements that the calls name may be missing until then. Before `DOMContentLoaded`, which waits for deferred scripts.
  if (document.readyState !== 'loading') begin()
  else document.addEventListener('readystatechange', begin, { once: true })
}
