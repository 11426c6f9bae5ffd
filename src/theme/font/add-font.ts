import woff2 from './figtree.woff2?inline'

/** Languages whose Latin letters the typeface lacks in part. */
const LACKING = /^(?:pl|tr|vi)/

/**
 * Adds the widget's typeface to the page and returns a function that removes it. The file is part
 * of the code, so that `font-src` of a strict content security policy does not apply. Adds nothing
 * for a language whose letters the typeface lacks.
 */
export function addFont(lang: string): (() => void) | undefined {
  if (LACKING.test(lang) || !('FontFace' in globalThis)) return undefined
  const data = atob(woff2.slice(woff2.indexOf(',') + 1))
  const face = new FontFace(
    'Sluice Figtree',
    Uint8Array.from(data, (character) => character.charCodeAt(0)),
    { weight: '400 700' },
  )
  document.fonts.add(face)
  return () => document.fonts.delete(face)
}
