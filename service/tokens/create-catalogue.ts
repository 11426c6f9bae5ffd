import {
  DEFAULT_PAGE_LIMIT,
  MAX_PAGE_LIMIT,
  MAX_PAGE_OFFSET,
  TOKEN_TYPES,
  type TokenPage,
} from '../../wire/tokens.ts'
import { findChain } from '../chain/find-chain.ts'
import type { FollowedChain } from '../chain/types.ts'
import type { IndexQuery } from './token-index.ts'
import type { TokenStore } from './token-store.ts'

export interface PageQuery {
  chain: string
  /** 1 to 100, default 20. */
  limit?: number | null | undefined
  /** 0 to 100,000, default 0. */
  offset?: number | null | undefined
}

/** The token catalogue, without GraphQL. Rejects with a `CatalogueError`. */
export interface Catalogue {
  tokens(query: PageQuery): Promise<TokenPage>
  tokensByType(query: PageQuery & { tokenType: string }): Promise<TokenPage>
  /**
   * Matches a case-insensitive substring of address, name or symbol. Tokens with exactly this
   * symbol come first.
   */
  searchTokens(query: PageQuery & { pattern: string }): Promise<TokenPage>
}

const MAX_PATTERN_LENGTH = 100

export function createCatalogue({
  chains,
  store,
}: {
  chains: readonly FollowedChain[]
  store: Pick<TokenStore, 'page'>
}): Catalogue {
  async function page(query: PageQuery, wanted: Pick<IndexQuery, 'type' | 'pattern'>): Promise<TokenPage> {
    const limit = within('limit', query.limit ?? DEFAULT_PAGE_LIMIT, 1, MAX_PAGE_LIMIT)
    const offset = within('offset', query.offset ?? 0, 0, MAX_PAGE_OFFSET)
    const chain = findChain(chains, query.chain)
    if (!chain) {
      const served = chains.map(({ config }) => config.name).join(', ')
      throw new CatalogueError('UNSUPPORTED_CHAIN', `The chain is not supported; supported are: ${served}`)
    }
    const found = await store.page(chain.config.name, { ...wanted, limit, offset })
    if (!found) throw new CatalogueError('SERVICE_UNAVAILABLE', 'Service temporarily unavailable')
    return found
  }

  return {
    tokens: (query) => page(query, {}),
    async tokensByType(query) {
      const type = TOKEN_TYPES.find((known) => known === query.tokenType)
      if (!type) badInput(`tokenType must be one of ${TOKEN_TYPES.join(', ')}`)
      return page(query, { type })
    },
    async searchTokens(query) {
      if (query.pattern.length > MAX_PATTERN_LENGTH) {
        badInput(`pattern must be at most ${MAX_PATTERN_LENGTH} characters`)
      }
      return page(query, { pattern: query.pattern })
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

export type CatalogueErrorCode = 'BAD_USER_INPUT' | 'UNSUPPORTED_CHAIN' | 'SERVICE_UNAVAILABLE'

/** An error of the catalogue. The code is returned as `extensions.code`. */
export class CatalogueError extends Error {
  override readonly name = 'CatalogueError'
  readonly code: CatalogueErrorCode

  constructor(code: CatalogueErrorCode, message: string) {
    super(message)
    this.code = code
  }
}
