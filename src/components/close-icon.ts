import type { IconPath } from './icon.tsx'

/** The icon of buttons that close or clear. */
export const CLOSE: IconPath = { path: 'm6.5 6.5 11 11m0-11-11 11' }
