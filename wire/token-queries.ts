/**
 * The queries of the token catalogue: separate from `tokens.ts`, so that a request needs no schema.
 */

export const TOKENS_QUERY = `query tokens($chain: String!, $limit: Int, $offset: Int) {
  tokens(chain: $chain, limit: $limit, offset: $offset) {
    items { tokenAddress symbol name decimals type priority branding { logoUri } }
    total
    hasMore
  }
}`
export const TOKENS_BY_TYPE_QUERY = `query tokensByType($chain: String!, $tokenType: String!, $limit: Int, $offset: Int) {
  tokensByType(chain: $chain, tokenType: $tokenType, limit: $limit, offset: $offset) {
    items { tokenAddress symbol name }
    total
    hasMore
  }
}`
export const SEARCH_TOKENS_QUERY = `query searchTokens($chain: String!, $pattern: String!, $limit: Int, $offset: Int) {
  searchTokens(chain: $chain, pattern: $pattern, limit: $limit, offset: $offset) {
    items { tokenAddress symbol name }
    total
    hasMore
  }
}`
