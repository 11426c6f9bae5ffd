/** No name worth showing is longer; what is padded with more is cut before it costs anything. */
const MAX_READ = 1_000

/**
 * Text from a stranger, made harmless to show, on both sides of the wire: nothing invisible (control, formatting,
 * direction, private and unassigned characters, fillers), at most two marks on a letter, single spaces, at most
 * `limit` characters. What was invisible alone is empty.
 */
export function plainText(text: string, limit: number): string {
  const plain = text
    .slice(0, MAX_READ)
    .replace(/[\p{Z}\t-\r]/gu, ' ')
    // The Braille blank is a symbol by its properties.
    .replace(/[\p{C}\p{DI}\u2800]/gu, '')
    .normalize('NFC')
    // A mark needs a letter, or it is drawn over what stands beside the text.
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
