import { create } from './create.ts'
import { mountMarked } from './mount-marked.ts'
import { defineSwapElement } from './swap-element.ts'
import type { SluiceCall, SluiceGlobal } from './types.ts'

/** What a page may have put there before the script arrived. */
type EarlySluice = { create?: unknown; queue?: object } | undefined

// `currentScript` is set only for classic scripts. One loaded cross-origin without CORS cannot resolve the URLs of its
// chunks.
const tag = document.currentScript as HTMLScriptElement | null
if (tag?.src && tag.crossOrigin === null && new URL(tag.src).origin !== location.origin) {
  throw new Error(
    'Add type="module" or crossorigin to the <script> of sluice.js: it cannot load its parts from another origin without.',
  )
}

// A second copy of the script changes nothing.
const early: EarlySluice = window.Sluice
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
  const sluice: SluiceGlobal = Object.freeze({ create, queue: { push: run } })
  // The only side effects: one global and one custom element, and widgets where the page asks for them.
  window.Sluice = sluice
  defineSwapElement()
  if (Array.isArray(early?.queue)) early.queue.forEach(run)
  mountMarked()
}
