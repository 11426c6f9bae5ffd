import { readFile, stat } from 'node:fs/promises'
import * as v from 'valibot'
import { type Address, isNativeToken, ZERO_ADDRESS } from '../../wire/lib/address.ts'
import { MAX_DECIMALS } from '../../wire/lib/amount.ts'
import { plainText } from '../../wire/lib/plain-text.ts'
import { TOKEN_TYPES, type TokenType } from '../../wire/tokens.ts'
import { messageOf } from '../lib/message-of.ts'

/** Limit of the interface. */
export const MAX_SYMBOL_LENGTH = 11
/** Longer symbols are found by their start. */
export const MAX_SEARCHED_LENGTH = 64
export const MAX_NAME_LENGTH = 64

/** A token of an operator's list. */
export interface ListedToken {
  address: Address
  symbol: string
  /** The full symbol if `symbol` is truncated. */
  fullSymbol?: string
  name: string
  decimals: number
  logoUri: string | null
  /** Undefined without a matching tag. */
  type: TokenType | undefined
}

/** Keyed by chain id, then by address in lower case. */
export type ListedTokens = ReadonlyMap<number, ReadonlyMap<string, ListedToken>>

/** A token list that cannot be used. The message contains its path, the position and the reason. */
export class TokenListError extends Error {
  override readonly name = 'TokenListError'
}

const MAX_BYTES = 64 * 1024 * 1024
const MAX_URI_LENGTH = 2_048
/** Common tags for types, in addition to the names of the types. */
const TAGS: Readonly<Record<string, TokenType>> = { stablecoin: 'stable', staking: 'stake' }

/** The used fields of the tokenlists.org schema. Other fields are allowed. */
const listSchema = v.object({
  name: v.string(),
  timestamp: v.string(),
  version: v.object({ major: v.number(), minor: v.number(), patch: v.number() }),
  tokens: v.array(v.unknown()),
})
const entrySchema = v.object({
  chainId: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  address: v.pipe(v.string(), v.regex(/^0x[a-fA-F0-9]{40}$/)),
  decimals: v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(255)),
  name: v.string(),
  symbol: v.string(),
  logoURI: v.optional(v.string()),
  tags: v.optional(v.array(v.string())),
})

/** Invalid entries of a list, such as tokens of non-EVM networks. */
export interface SkippedEntries {
  path: string
  count: number
  /** Position and reason of the first one. */
  first: string
}

/**
 * Reads lists of the tokenlists.org schema. Earlier lists take precedence. Throws a
 * `TokenListError` for a file that is not a token list. Skips invalid entries, reports them to
 * `onSkipped`, and omits tokens that cannot be displayed.
 */
export async function readTokenLists(
  paths: readonly string[],
  onSkipped: (skipped: SkippedEntries) => void = () => {},
): Promise<ListedTokens> {
  const chains = new Map<number, Map<string, ListedToken>>()
  for (const path of paths) {
    const { entries, skipped } = parseTokenList(await readText(path), path)
    if (skipped) onSkipped(skipped)
    for (const { chainId, ...fields } of entries) {
      const token = toListedToken(fields)
      const tokens = chains.get(chainId) ?? new Map<string, ListedToken>()
      chains.set(chainId, tokens)
      const id = fields.address.toLowerCase()
      if (token && !tokens.has(id)) tokens.set(id, token)
    }
  }
  return chains
}

type ListEntry = v.InferOutput<typeof entrySchema>

function parseTokenList(
  text: string,
  path: string,
): { entries: ListEntry[]; skipped: SkippedEntries | undefined } {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new TokenListError(`The token list ${path} is not JSON`)
  }
  const parsed = v.safeParse(listSchema, value)
  if (parsed.success) return parseEntries(parsed.output.tokens, path)
  throw new TokenListError(
    `The token list ${path} cannot be used: ${describeIssue(parsed.issues[0], '') || 'the whole'}`,
  )
}

function parseEntries(tokens: readonly unknown[], path: string) {
  const entries: ListEntry[] = []
  let skipped: SkippedEntries | undefined
  for (const [index, token] of tokens.entries()) {
    const parsed = v.safeParse(entrySchema, token)
    if (parsed.success) entries.push(parsed.output)
    else if (skipped) skipped.count += 1
    else skipped = { path, count: 1, first: describeIssue(parsed.issues[0], `tokens[${index}]`) }
  }
  return { entries, skipped }
}

function describeIssue(issue: v.BaseIssue<unknown>, base: string): string {
  const place = (issue.path ?? [])
    .map(({ key }) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
  return `${(base + place).replace(/^\./, '')}: ${issue.message.slice(0, 200)}`
}

async function readText(path: string): Promise<string> {
  try {
    if ((await stat(path)).size > MAX_BYTES) throw new Error(`larger than ${MAX_BYTES} bytes`)
    return await readFile(path, 'utf8')
  } catch (error) {
    throw new TokenListError(`The token list ${path} cannot be read: ${messageOf(error)}`, { cause: error })
  }
}

/** Sanitizes every field, because lists are untrusted. */
function toListedToken(entry: Omit<ListEntry, 'chainId'>): ListedToken | undefined {
  const symbol = plainText(entry.symbol, MAX_SYMBOL_LENGTH)
  const fullSymbol = plainText(entry.symbol, MAX_SEARCHED_LENGTH)
  const address = entry.address as Address
  if (symbol === '' || entry.decimals > MAX_DECIMALS) return undefined
  if (isNativeToken(address) || address === ZERO_ADDRESS) return undefined
  return {
    address,
    symbol,
    ...(fullSymbol !== symbol && { fullSymbol }),
    name: plainText(entry.name, MAX_NAME_LENGTH) || symbol,
    decimals: entry.decimals,
    logoUri: safeUri(entry.logoURI),
    type: typeOfTags(entry.tags ?? []),
  }
}

function safeUri(uri: string | undefined): string | null {
  if (!uri || uri.length > MAX_URI_LENGTH || !URL.canParse(uri)) return null
  const url = new URL(uri)
  return url.protocol === 'https:' && url.username === '' && url.password === '' ? url.href : null
}

function typeOfTags(tags: readonly string[]): TokenType | undefined {
  const named = tags.map((tag) => tag.toLowerCase())
  return TOKEN_TYPES.find((type) => named.some((tag) => tag === type || TAGS[tag] === type))
}
