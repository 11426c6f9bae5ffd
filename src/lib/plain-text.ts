/**
 * Text from a stranger, made harmless to show: no control, formatting or direction-changing characters,
 * single spaces, at most `limit` characters.
 */
export function plainText(text: string, limit: number): string {
  const plain = text
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu, '')
    .trim()
  const characters = Array.from(plain)
  return characters.length > limit ? `${characters.slice(0, limit - 1).join('')}…` : plain
}
