/** Characters processed at most, which bounds the cost of long input. */
const MAX_READ = 1_000

/**
 * Sanitizes untrusted text for display: removes invisible characters (control, formatting,
 * direction, private and unassigned characters, fillers), keeps at most two combining marks per
 * letter, collapses spaces, truncates to `limit` characters. Text of only invisible characters
 * becomes empty.
 */
export function plainText(text: string, limit: number): string {
  const plain = text
    .slice(0, MAX_READ)
    .replace(/[\p{Z}\t-\r]/gu, ' ')
    // The Braille blank (U+2800) has the properties of a symbol.
    .replace(/[\p{C}\p{DI}\u2800]/gu, '')
    .normalize('NFC')
    // A combining mark without a letter would be drawn over adjacent text.
    .replace(/(^| )\p{M}+|(\p{M}{2})\p{M}+/gu, '$1$2')
    .replace(/ +/g, ' ')
    .trim()
  const characters = Array.from(plain)
  if (characters.length <= limit) return plain
  return `${characters
    .slice(0, limit - 1)
    .join('')
    .trimEnd()}…`
}
