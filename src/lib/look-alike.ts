/** Characters that look like a Latin letter and that NFKD normalization does not map to it. */
const ALIKE: Record<string, string> = {
  A: 'АΑᎪꓮᴀаαɑ₳',
  B: 'ВΒᏴꓐʙвЬьƁ₿฿',
  C: 'СϹᏟꓚᴄсϲ₵¢',
  D: 'ᎠꓓᴅԁÐĐđ',
  E: 'ЕΕᎬꓰᴇеεΞ€',
  F: 'Ϝꓝꜰƒ',
  G: 'ԌᏀꓖɢɡ₲',
  H: 'НΗᎻꓧʜнһħĦ',
  I: 'ІΙᎥꓲɪіιıӀǀⵏ',
  J: 'ЈᎫꓙᴊј',
  K: 'КΚᏦꓗᴋкκ₭',
  L: 'ᏞꓡʟŁł',
  M: 'МΜᎷꓟᴍм',
  N: 'ΝꓠɴпηŊ₦',
  O: 'ОΟꓳᴏоοσօՕØø',
  P: 'РΡᏢꓑᴘрρ₱',
  Q: 'Ԛԛ',
  R: 'ᎡꓣʀгƦ',
  S: 'ЅՏᏚꓢꜱѕ',
  T: 'ТΤᎢꓔᴛтτ₮₸Ŧŧ',
  U: 'ՍꓴᴜυսՄ',
  V: 'ѴᏙꓦᴠѵν',
  W: 'ԜᎳꓪᴡԝωѡ₩',
  X: 'ХΧꓫхχ',
  Y: 'УΥҮꓬʏуүγ¥',
  Z: 'ΖᏃꓜᴢ',
}

const LETTERS = new Map(
  Object.entries(ALIKE).flatMap(([letter, others]) =>
    Array.from(others, (other) => [other, letter] as const),
  ),
)

/** Digits and symbols that look like a letter in some fonts. */
const SIGNS: Record<string, string> = { 0: 'O', 1: 'I', l: 'I', '|': 'I', 5: 'S', $: 'S' }

/**
 * Keys for visual comparison: symbols that share a key look alike. The first key normalizes letters of any case and
 * script, the second also shapes (`l` to `I`, `0` to `O`). Empty if no letter or digit is left.
 */
export function lookKeys(symbol: string): string[] {
  const latin = symbol
    .replace(/^\$|[™℠]/g, '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/\P{ASCII}/gu, (character) => LETTERS.get(character) ?? character)
  const shape = latin.replace(/[01l|5$]/g, (sign) => SIGNS[sign] ?? sign).replace(/vv/gi, 'W')
  return [...new Set([latin, shape].map((text) => text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')))].filter(
    Boolean,
  )
}

interface Named {
  address: string
  symbol: string
}

/**
 * Returns a function that finds the token a symbol imitates: the first of `known`, in order of rank, that looks the same
 * and has another address. Undefined for that token itself and for a symbol like no other.
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
