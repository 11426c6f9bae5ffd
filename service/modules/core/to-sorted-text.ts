/** Returns the same text for the same words in any order or case. */
export function toSortedText(words: readonly string[] = []): string {
  return words
    .map((word) => word.toLowerCase())
    .toSorted()
    .join(' ')
}
