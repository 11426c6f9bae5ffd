import type { Token } from '../src/events/types.ts'
import type { TokenPage, TokenType } from '../src/wire/tokens.ts'
import { recordOf } from './fixture-tokens.ts'

export interface CataloguePage {
  limit?: number | undefined
  offset?: number | undefined
  /** Default: every token is `tradable`. */
  typeOf?: (token: Token) => TokenType
}

/** A page of the catalogue, by priority. */
export function listTokens(
  tokens: readonly Token[],
  { limit = 20, offset = 0, typeOf = () => 'tradable' }: CataloguePage,
): TokenPage {
  const items = tokens
    .slice(offset, offset + limit)
    .map((token, index) => ({ ...recordOf(token, index), type: typeOf(token) }))
  return { items, total: tokens.length, hasMore: tokens.length > offset + limit }
}

/** The tokens whose address, symbol or name contains a text. */
export function findTokens(tokens: readonly Token[], pattern: string): readonly Token[] {
  const query = pattern.toLowerCase()
  return tokens.filter(({ address, symbol, name }) =>
    [address, symbol, name].some((text) => text.toLowerCase().includes(query)),
  )
}
