import { LRUCache } from 'lru-cache'
import type { TokenPage, TokenRecord, TokenType } from '../../wire/tokens.ts'
import type { IndexedToken } from './indexed-token.ts'

export interface IndexQuery {
  /** Default: all types. */
  type?: TokenType | undefined
  /** Case-insensitive substring of address, name or symbol. An empty pattern matches everything. */
  pattern?: string | undefined
  limit: number
  offset: number
}

/** The sorted tokens of a chain with a search that returns exact symbols first. Immutable. */
export interface TokenIndex {
  page(query: IndexQuery): TokenPage
}

const GRAMS = 1 << 14
/** Maximum number of cached pages. A page holds at most a hundred references. */
const MAX_PAGES = 2_000
/** Separates the three texts. A pattern never contains it, so no match spans two texts. */
const BETWEEN = '\n'

/**
 * Creates a bigram index: searches a pattern only in the tokens that contain its rarest pair of
 * characters. Patterns of one character match most tokens and need no index.
 */
export function createTokenIndex(tokens: readonly IndexedToken[]): TokenIndex {
  const entries = tokens.map((token) => ({ token, text: toText(token) })).sort(byPriority)
  const ranked = entries.map(({ token: { fullSymbol: _, ...record } }): TokenRecord => record)
  const texts = entries.map(({ text }) => text)
  const occurrences = countGrams(texts)
  const all = Uint32Array.from(ranked.keys())
  const bySymbol = groupBySymbol(entries.map(({ token }) => token))

  function candidates(needle: string): Uint32Array {
    let rarest: Uint32Array = all
    for (let at = 0; at + 1 < needle.length; at += 1) {
      const places = occurrences(gramAt(needle, at))
      if (places.length < rarest.length) rarest = places
    }
    return rarest
  }

  /** Caches pages, because short patterns match many tokens and repeat while users type. */
  const pages = new LRUCache<string, TokenPage>({ max: MAX_PAGES })

  function find(needle: string, { type, limit, offset }: IndexQuery): TokenPage {
    const items: TokenRecord[] = []
    let total = 0
    const add = (place: number) => {
      const token = ranked[place]
      if (!token || (type && token.type !== type)) return
      if (total >= offset && items.length < limit) items.push(token)
      total += 1
    }
    const exact = (needle !== '' && bySymbol.get(needle)) || []
    for (const place of exact) add(place)
    const isExact = new Set(exact)
    for (const place of needle.includes(BETWEEN) ? [] : candidates(needle)) {
      if (isExact.has(place) || (needle !== '' && !texts[place]?.includes(needle))) continue
      add(place)
    }
    return { items, total, hasMore: items.length > 0 && offset + items.length < total }
  }

  return {
    page(query) {
      const needle = fold((query.pattern ?? '').trim())
      const key = [query.type, query.limit, query.offset, needle].join(BETWEEN)
      const known = pages.get(key)
      if (known) return known
      const page = find(needle, query)
      pages.set(key, page)
      return page
    },
  }
}

/** Starts with the address, so that texts sort by address. */
function toText({ tokenAddress, symbol, fullSymbol = symbol, name }: IndexedToken): string {
  return [tokenAddress.toLowerCase(), fold(fullSymbol), fold(name)].join(BETWEEN)
}

/** Groups positions by case-folded symbol, in ascending order. */
function groupBySymbol(tokens: readonly IndexedToken[]): Map<string, number[]> {
  const places = new Map<string, number[]>()
  for (const [place, { symbol, fullSymbol = symbol }] of tokens.entries()) {
    const key = fold(fullSymbol)
    const known = places.get(key)
    if (known) known.push(place)
    else places.set(key, [place])
  }
  return places
}

/**
 * Folds case, normalizes to Unicode form C, and removes invisible characters such as variation
 * selectors.
 */
function fold(text: string): string {
  return text
    .replace(/[\p{Cf}\p{DI}\u2800]/gu, '')
    .toLowerCase()
    .normalize('NFC')
}

function gramAt(text: string, at: number): number {
  // Hash collisions only add candidates, and each candidate is checked.
  return (text.charCodeAt(at) * 131 + text.charCodeAt(at + 1)) & (GRAMS - 1)
}

/**
 * Stores the positions of each bigram in ascending order in one array, which is counted first and
 * then filled.
 */
function countGrams(texts: readonly string[]): (gram: number) => Uint32Array {
  const starts = new Uint32Array(GRAMS + 1)
  eachGram(texts, (gram) => {
    starts[gram + 1] = (starts[gram + 1] as number) + 1
  })
  for (let gram = 0; gram < GRAMS; gram += 1) {
    starts[gram + 1] = (starts[gram + 1] as number) + (starts[gram] as number)
  }
  const places = new Uint32Array(starts[GRAMS] as number)
  const next = starts.slice()
  eachGram(texts, (gram, place) => {
    const at = next[gram] as number
    places[at] = place
    next[gram] = at + 1
  })
  return (gram) => places.subarray(starts[gram], starts[gram + 1])
}

/** Visits each distinct bigram of each text. */
function eachGram(texts: readonly string[], visit: (gram: number, place: number) => void) {
  const lastSeen = new Int32Array(GRAMS).fill(-1)
  for (const [place, text] of texts.entries()) {
    for (let at = 0; at + 1 < text.length; at += 1) {
      const gram = gramAt(text, at)
      if (lastSeen[gram] === place) continue
      lastSeen[gram] = place
      visit(gram, place)
    }
  }
}

interface Entry {
  token: IndexedToken
  text: string
}

/** Sorts by descending priority, then by address. */
function byPriority(a: Entry, b: Entry): number {
  return b.token.priority - a.token.priority || (a.text < b.text ? -1 : 1)
}
