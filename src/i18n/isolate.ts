/**
 * Keeps a part of a text in an order of its own, by the marks of Unicode, wherever it is written inside a text from right
 * to left: from left to right, as numbers with their sign and unit are, or `auto`, by its own letters.
 */
export function isolate(text: string, order: 'ltr' | 'auto' = 'ltr'): string {
  return `${order === 'ltr' ? '\u2066' : '\u2068'}${text}\u2069`
}
