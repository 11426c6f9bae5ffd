export type { FormFields, WidgetConfig } from '../config/types.ts'
export { create } from '../embed/create.ts'
export { defineSwapElement, type SwapElement } from '../embed/swap-element.ts'
export type { IsolationOptions, SluiceGlobal, SwapElementEventMap, SwapHandle } from '../embed/types.ts'
