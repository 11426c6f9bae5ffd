import { create } from './create.ts'
import { defineSwapElement } from './swap-element.ts'
import type { SluiceGlobal } from './types.ts'

declare global {
  interface Window {
    Sluice: SluiceGlobal
  }
}

// Only a classic script has a tag here. Of another origin, and fetched without CORS, it has no address either, beside
// which its parts could be found.
const tag = document.currentScript as HTMLScriptElement | null
if (tag?.src && tag.crossOrigin === null && new URL(tag.src).origin !== location.origin) {
  throw new Error(
    'Add type="module" or crossorigin to the <script> of sluice.js: it cannot load its parts from another origin without.',
  )
}

// The whole of what the script does by itself: one global, one element. A second copy on a page changes nothing.
window.Sluice ??= Object.freeze({ create })
defineSwapElement()
