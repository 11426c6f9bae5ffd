import { CONFUSABLES } from './confusables.ts'

const LOOKS = new Map(
  Object.entries(CONFUSABLES).flatMap(([look, characters]) =>
    Array.from(characters, (character) => [character, look] as const),
  ),
)
const LETTERS = new Map([...LOOKS].filter(([character]) => /[\p{L}\p{N}\p{Sc}]/u.test(character)))

/** ASCII characters that look like a letter in some fonts. */
const SHAPES: Record<string, string> = { 0: 'O', 1: 'I', l: 'I', '|': 'I', 5: 'S', $: 'S', rn: 'M' }

/**
 * Returns keys for visual comparison: symbols that share a key look alike. The first key maps
 * letters of any case and script to Latin letters. The second key also maps signs, digits and pairs
 * of letters by their shape. Returns no key for a symbol without a letter or digit.
 */
export function lookKeys(symbol: string): string[] {
  const text = symbol.replace(/^\$|[™℠]/g, '')
  const shapes = toLatin(text, LOOKS)
    .replace(/vv/gi, 'W')
    .replace(/rn|[01l|5$]/g, (sign) => SHAPES[sign] ?? sign)
  const keys = [toLatin(text, LETTERS), shapes].map((key) => key.toUpperCase().replace(/[^\p{L}\p{N}]/gu, ''))
  return [...new Set(keys)].filter(Boolean)
}

/**
 * Looks a character up before it is normalized too: NFKD maps `Ϲ`, which looks like `C`, to `Σ`.
 */
function toLatin(text: string, looks: ReadonlyMap<string, string>): string {
  if (/^\p{ASCII}*$/u.test(text)) return text
  const normal = replaceEach(text, (character) => looks.get(character) ?? character.normalize('NFKD'))
  return replaceEach(normal.replace(/[\p{M}\p{DI}]/gu, ''), (character) => {
    const cases = [character, character.toUpperCase(), character.toLowerCase()]
    return cases.map((spelling) => looks.get(spelling)).find((look) => look !== undefined) ?? character
  })
}

function replaceEach(text: string, replace: (character: string) => string): string {
  return Array.from(text, replace).join('')
}

interface Named {
  address: string
  symbol: string
}

/**
 * Returns a function that finds the token whose symbol a token imitates: the first of `known`,
 * which is ordered by rank, with the same look and another address. The function returns undefined
 * for that token itself and for a symbol without a look-alike.
 */
export function createLookAlikes<Token extends Named>(
  known: readonly Token[],
): (token: Named) => Token | undefined {
  const first = new Map<string, Token>()
  const find = ({ symbol }: Named) =>
    lookKeys(symbol)
      .map((key) => first.get(key))
      .find((token) => token !== undefined)
  for (const token of known) {
    // A token that imitates another is not a reference itself.
    if (find(token)) continue
    for (const key of lookKeys(token.symbol)) first.set(key, token)
  }
  return (token) => {
    const original = find(token)
    return original && original.address.toLowerCase() !== token.address.toLowerCase() ? original : undefined
  }
}
