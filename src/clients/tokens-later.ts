import { SEARCH_TOKENS_QUERY, TOKENS_BY_TYPE_QUERY } from '../wire/token-queries.ts'
import { searchTokensResponseSchema, tokensByTypeResponseSchema } from '../wire/tokens.ts'

// What the form does not ask of the catalogue at first: loaded with the first such request.

export const tokensByType = {
  operationName: 'tokensByType',
  query: TOKENS_BY_TYPE_QUERY,
  schema: tokensByTypeResponseSchema,
}

export const searchTokens = {
  operationName: 'searchTokens',
  query: SEARCH_TOKENS_QUERY,
  schema: searchTokensResponseSchema,
}
