import { create } from './create.ts'
import { defineSwapElement } from './swap-element.ts'
import type { SluiceGlobal } from './types.ts'

declare global {
  interface Window {
    Sluice: SluiceGlobal
  }
}

// `currentScript` is set only for classic scripts. One loaded cross-origin without CORS cannot resolve the URLs of its
// chunks.
const tag = document.currentScript as HTMLScriptElement | null
if (tag?.src && tag.crossOrigin === null && new URL(tag.src).origin !== location.origin) {
  throw new Error(
    'Add type="module" or crossorigin to the <script> of sluice.js: it cannot load its parts from another origin without.',
  )
}

// The only side effects: one global and one custom element. A second copy of the script changes nothing.
window.Sluice ??= Object.freeze({ create })
defineSwapElement()
