import {
  DEFAULT_PAGE_LIMIT,
  MAX_PAGE_LIMIT,
  MAX_PAGE_OFFSET,
  TOKEN_TYPES,
  type TokenPage,
  type TokenRecord,
} from '../../src/wire/tokens.ts'
import type { ChainSnapshot, FollowedChain } from '../chain/types.ts'
import { findChain } from '../find-chain.ts'
import type { PriceBoard } from '../rates/price-board.ts'
import { CatalogueError } from './catalogue-error.ts'
import { listTokens } from './list-tokens.ts'

export interface PageQuery {
  chain: string
  /** 1 to 100, default 20. */
  limit?: number | null | undefined
  /** 0 to 100,000, default 0. */
  offset?: number | null | undefined
}

/** The token catalogue, without GraphQL. Throws `CatalogueError`. */
export interface Catalogue {
  tokens(query: PageQuery): TokenPage
  tokensByType(query: PageQuery & { tokenType: string }): TokenPage
  /** Case-insensitive substring of address, name or symbol. */
  searchTokens(query: PageQuery & { pattern: string }): TokenPage
}

const MAX_PATTERN_LENGTH = 100

export function createCatalogue({
  chains,
  prices,
}: {
  chains: readonly FollowedChain[]
  prices: PriceBoard
}): Catalogue {
  const listed = new WeakMap<ChainSnapshot, TokenRecord[]>()

  function list(name: string): TokenRecord[] {
    const chain = findChain(chains, name)
    if (!chain) {
      const served = chains.map(({ config }) => config.name).join(', ')
      throw new CatalogueError('UNSUPPORTED_CHAIN', `The chain is not supported; supported are: ${served}`)
    }
    const snapshot = chain.snapshot()
    const board = prices.of(chain)
    if (!snapshot || !board)
      throw new CatalogueError('SERVICE_UNAVAILABLE', 'Service temporarily unavailable')
    const known = listed.get(snapshot)
    if (known) return known
    const tokens = listTokens(chain, board)
    listed.set(snapshot, tokens)
    return tokens
  }

  function page(query: PageQuery, matches: (token: TokenRecord) => boolean): TokenPage {
    const limit = within('limit', query.limit ?? DEFAULT_PAGE_LIMIT, 1, MAX_PAGE_LIMIT)
    const offset = within('offset', query.offset ?? 0, 0, MAX_PAGE_OFFSET)
    const matching = list(query.chain).filter(matches)
    const items = matching.slice(offset, offset + limit)
    return {
      items,
      total: matching.length,
      hasMore: offset + items.length < matching.length && items.length > 0,
    }
  }

  return {
    tokens: (query) => page(query, () => true),
    tokensByType(query) {
      const type = TOKEN_TYPES.find((known) => known === query.tokenType)
      if (!type) badInput(`tokenType must be one of ${TOKEN_TYPES.join(', ')}`)
      return page(query, (token) => token.type === type)
    },
    searchTokens(query) {
      if (query.pattern.length > MAX_PATTERN_LENGTH) {
        badInput(`pattern must be at most ${MAX_PATTERN_LENGTH} characters`)
      }
      const wanted = query.pattern.trim().toLowerCase()
      return page(query, ({ tokenAddress, symbol, name }) =>
        [tokenAddress, symbol, name].some((text) => text.toLowerCase().includes(wanted)),
      )
    },
  }
}

function within(name: string, value: number, min: number, max: number): number {
  if (value < min || value > max) badInput(`${name} must be between ${min} and ${max}`)
  return value
}

function badInput(message: string): never {
  throw new CatalogueError('BAD_USER_INPUT', message)
}
