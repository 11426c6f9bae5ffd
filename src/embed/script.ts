import { readAutoMount, readCurrentScript } from './auto-mount.ts'
import { createInPage } from './create-in-page.ts'
import { mountMarked } from './mount-marked.ts'
import { defineSwapElement } from './swap-element.ts'
import type { SluiceCall, SluiceGlobal } from './types.ts'

/** The value a page may have assigned before the script loaded. */
type Early = { create?: unknown; queue?: object } | undefined

// Only a classic script is the current one. It needs CORS to load chunks from another origin.
const tag = readCurrentScript()
if (tag?.src && tag.crossOrigin === null && new URL(tag.src).origin !== location.origin) {
  throw new Error('sluice.js cannot load its chunks: add type="module" or crossorigin to its script tag.')
}

const autoMount = readAutoMount(tag)

// `<form id="Sluice">` makes `window.Sluice` an element, but not an own property of the window.
const early: Early = Object.hasOwn(window, 'Sluice') ? window.Sluice : undefined
// A second copy of the script changes nothing.
if (!early?.create) {
  // Requested before the first call, so that the chunk loads while the page's own scripts still
  // run.
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
  // The only side effects: one global, one custom element, and widgets if the tag has `data-auto`.
  window.Sluice = sluice
  defineSwapElement()
  const begin = () => {
    // The loop also runs calls that a call adds.
    for (const call of waiting) run(call)
    isParsed = true
    if (autoMount !== undefined) mountMarked(autoMount)
  }
  // The calls may refer to elements that are not parsed yet. `DOMContentLoaded` waits for other
  // scripts.
  if (document.readyState !== 'loading') begin()
  else document.addEventListener('readystatechange', begin, { once: true })
}
