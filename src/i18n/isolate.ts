/**
 * Isolates a part of a right-to-left text with Unicode direction marks: left to right, as for
 * numbers with sign and unit, or `auto`, by its first strong character.
 */
export function isolate(text: string, order: 'ltr' | 'auto' = 'ltr'): string {
  return `${order === 'ltr' ? '\u2066' : '\u2068'}${text}\u2069`
}
