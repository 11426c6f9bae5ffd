/** The same text for the same words in another order, or in other letters. */
export function toTerm(words: readonly string[] = []): string {
  return words
    .map((word) => word.toLowerCase())
    .toSorted()
    .join(' ')
}
