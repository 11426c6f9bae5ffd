import { create } from './create.ts'
import { defineSwapElement } from './swap-element.ts'
import type { SluiceGlobal } from './types.ts'

declare global {
  interface Window {
    Sluice: SluiceGlobal
  }
}

// The whole of what the script does by itself: one global, one element. A second copy on a page changes nothing.
window.Sluice ??= Object.freeze({ create })
defineSwapElement()
