/** Control, format (bidi overrides, zero-width), surrogate and private-use characters. */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\u2028\u2029]/gu

/** What a token says of itself, fit to be shown: no invisible characters, one line, at most `length` of them. */
export function cleanText(text: string, length: number): string {
  const visible = text.replace(/\s+/gu, ' ').replace(unprintable, '').trim()
  return [...visible].slice(0, length).join('').trim()
}
