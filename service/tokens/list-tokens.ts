import { getAddress } from 'viem'
import { type Address, NATIVE_TOKEN } from '../../wire/lib/address.ts'
import { plainText } from '../../wire/lib/plain-text.ts'
import type { TokenType } from '../../wire/tokens.ts'
import type { TokenMetadata } from '../chain/tokens/types.ts'
import type { FollowedChain } from '../chain/types.ts'
import { getProtocol } from '../modules/protocols.ts'
import type { TokenPrices } from '../rates/token-prices.ts'
import type { IndexedToken } from './indexed-token.ts'
import type { LpToken } from './lp-tokens.ts'
import { type ListedToken, MAX_NAME_LENGTH, MAX_SEARCHED_LENGTH, MAX_SYMBOL_LENGTH } from './token-lists.ts'

export interface ListTokensOptions {
  chain: FollowedChain
  prices: TokenPrices
  /** Keyed by address in lower case. */
  listed?: ReadonlyMap<string, ListedToken> | undefined
  lpTokens?: readonly LpToken[] | undefined
  /** Returns the decaying volume of a token, about one day's trades, in the reference stable. */
  volumeOf?: ((token: Address) => number) | undefined
  /**
   * Cache of labels, which never change for the same metadata. Hashing and sanitizing take most of
   * the time. Default: none.
   */
  labels?: WeakMap<TokenMetadata, TokenLabels>
}

export type TokenLabels = Pick<IndexedToken, 'tokenAddress' | 'symbol' | 'fullSymbol' | 'name'>

/**
 * Lists every token of a chain once, starting with the native token: tokens of pools, pool shares,
 * and lists. A generator, so that the caller can yield to the event loop.
 */
export function* listTokens(options: ListTokensOptions): Generator<IndexedToken> {
  const { chain, listed = new Map<string, ListedToken>(), lpTokens = [] } = options
  const logos = new Map(
    Object.entries(chain.config.logoUris ?? {}).map(([token, uri]) => [token.toLowerCase(), uri]),
  )
  const getLogo = ({ address }: TokenMetadata) => {
    const id = address.toLowerCase()
    return logos.get(id) ?? listed.get(id)?.logoUri ?? null
  }
  const list = (token: TokenMetadata, type: TokenType, priority: number): IndexedToken => ({
    ...toLabels(token, options.labels),
    decimals: token.decimals,
    type,
    priority,
    branding: { logoUri: getLogo(token) },
  })
  const native: TokenMetadata = { ...chain.config.nativeCurrency, address: NATIVE_TOKEN }
  const types = getTypes(chain)
  const seen = new Set<string>()
  const isNew = ({ address }: TokenMetadata) => {
    const id = address.toLowerCase()
    if (seen.has(id)) return false
    seen.add(id)
    return true
  }
  const getType = ({ address }: TokenMetadata, fallback: TokenType): TokenType => {
    const id = address.toLowerCase()
    return types.get(id) ?? listed.get(id)?.type ?? fallback
  }

  for (const token of [native, ...chain.tokens()]) {
    if (!isNew(token)) continue
    const type = getType(token, 'tradable')
    const score = getScore(token.address, options)
    yield list(token, type, type === 'lend' || type === 'invest' ? belowUnderlying(score) : score)
  }
  for (const { metadata, pool } of lpTokens) {
    const score = Math.min(...pool.tokens.map((token) => getScore(token, options)))
    if (isNew(metadata)) yield list(metadata, getType(metadata, 'lp'), belowTokens(score))
  }
  for (const token of listed.values()) {
    if (isNew(token)) yield list(token, getType(token, 'tradable'), 0)
  }
}

function toLabels(token: NamedToken, labels: ListTokensOptions['labels']): TokenLabels {
  const known = labels?.get(token) ?? getLabels(token)
  labels?.set(token, known)
  return known
}

/** Tokens of lists have truncated symbols. */
type NamedToken = TokenMetadata & { fullSymbol?: string }

function getLabels({ address, symbol, fullSymbol: whole = symbol, name }: NamedToken): TokenLabels {
  const fullSymbol = plainText(whole, MAX_SEARCHED_LENGTH)
  const shown = plainText(symbol, MAX_SYMBOL_LENGTH)
  return {
    tokenAddress: getAddress(address),
    symbol: shown,
    ...(fullSymbol !== shown && { fullSymbol }),
    name: plainText(name, MAX_NAME_LENGTH),
  }
}

/**
 * Returns types by address: configured stable tokens, and the deposit tokens of lending sources,
 * which are the second tokens of their pools.
 */
function getTypes(chain: FollowedChain): Map<string, TokenType> {
  const { config } = chain
  const bySource = new Map(config.sources.map((source) => [source.module, getProtocol(source).tokenType]))
  const types = new Map<string, TokenType>()
  for (const { module, tokens } of chain.snapshot()?.pools() ?? []) {
    const type = bySource.get(module)
    if (type) types.set(tokens[1].toLowerCase(), type)
  }
  // Stable tokens are configured, because pools do not reveal stability.
  for (const stable of [config.referenceStable, ...(config.stableTokens ?? [])]) {
    types.set(stable.toLowerCase(), 'stable')
  }
  return types
}

/** Ranks deposit tokens below their underlying tokens. */
function belowUnderlying(score: number): number {
  return Math.round(score / 2)
}

/** Ranks pool shares below tokens, because all shares of an exchange have its name. */
function belowTokens(score: number): number {
  return Math.floor(score / 10)
}

/** Maximum ratio of volume to depth, because wash trades are cheap. */
const MAX_VOLUME_TO_DEPTH = 10

/**
 * Returns ten points per power of ten of depth and volume in the reference stable, or 0 without a
 * price. Coarse, so that most trades do not change the order.
 */
function getScore(token: Address, { prices, volumeOf }: ListTokensOptions): number {
  const depth = prices.depth(token)
  if (depth === undefined) return 0
  const volume = Math.min(volumeOf?.(token) ?? 0, depth * MAX_VOLUME_TO_DEPTH)
  return Math.round(10 * Math.log10(1 + depth + volume))
}
