/** Characters that are drawn like a letter of tickers and that compatibility forms (NFKD) do not turn into it. */
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

/** Digits and signs that pass for a letter in some fonts. */
const SIGNS: Record<string, string> = { 0: 'O', 1: 'I', l: 'I', '|': 'I', 5: 'S', $: 'S' }

/**
 * What a symbol looks like, as keys: symbols that share one can be taken for each other. The first key compares
 * letters in any case and script, the second shapes too (`l` for `I`, `0` for `O`). None where nothing is left.
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
 * Tells which token a symbol imitates: the first of `known`, in the order of their rank, that looks the same and
 * lives elsewhere. Undefined for the token of that rank itself and for a symbol of its own.
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
    // Who looks like another lends its look to nobody.
    if (find(token)) continue
    for (const key of lookKeys(token.symbol)) first.set(key, token)
  }
  return (token) => {
    const original = find(token)
    return original && original.address.toLowerCase() !== token.address.toLowerCase() ? original : undefined
  }
}
