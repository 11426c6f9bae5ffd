import * as v from 'valibot'
import { object } from './own-object.ts'
import { looseNumberSchema, responseTokenSchema } from './primitives.ts'

/**
 * The kind of a token. The service derives it from the chain where possible, otherwise from configuration:
 *
 * | type | criterion |
 * |---|---|
 * | `stable` | configured (`referenceStable`, `stableTokens`), or tagged in a token list |
 * | `lend` | issued by a lending market for a deposit (an aToken) |
 * | `invest` | the share of an ERC-4626 vault |
 * | `lp` | the share of a trading pool (a V2 pair, a weighted pool) |
 * | `stake` | tagged in a token list; a staked token cannot be recognized on chain |
 * | `tradable` | all others |
 */
export const TOKEN_TYPES = ['tradable', 'lp', 'stake', 'lend', 'invest', 'stable'] as const
export const tokenTypeSchema = v.picklist(TOKEN_TYPES)
/**
 * The kind of a token: `tradable`, `lp`, `stake`, `lend`, `invest` or `stable` (token record, section 2).
 * @example
 * const tokenType: TokenType = 'stable'
 * const { items } = await clients.tokens.tokensByType({ chain: 'ethereum', tokenType })
 */
export type TokenType = v.InferOutput<typeof tokenTypeSchema>

const summaryEntries = {
  tokenAddress: responseTokenSchema,
  symbol: v.string(),
  name: v.optional(v.nullable(v.string()), null),
}

/** A token without a name is listed by its symbol. */
function withName<Named extends { symbol: string; name: string | null }>(
  record: Named,
): Named & { name: string } {
  return Object.assign(record, { name: record.name ?? record.symbol })
}

/** A full record, as returned by `tokens`. `symbol` is at most 11 characters. */
export const tokenRecordSchema = v.pipe(
  object({
    ...summaryEntries,
    decimals: v.pipe(looseNumberSchema, v.integer(), v.minValue(0), v.maxValue(36)),
    type: v.fallback(tokenTypeSchema, 'tradable'),
    priority: v.fallback(looseNumberSchema, 0),
    branding: v.optional(
      v.fallback(v.nullable(object({ logoUri: v.optional(v.nullable(v.string())) })), null),
    ),
  }),
  v.transform(withName),
)
export type TokenRecord = v.InferOutput<typeof tokenRecordSchema>

/** A record of `tokensByType` and `searchTokens`. Decimals and logo come from elsewhere. */
export const tokenSummarySchema = v.pipe(object(summaryEntries), v.transform(withName))

/** Drops invalid tokens, such as one of 77 decimals, instead of rejecting the page. */
function pageSchema<Item extends v.GenericSchema>(item: Item) {
  const items = v.pipe(
    v.array(v.fallback(v.nullable(item), null)),
    v.check((read) => read.length === 0 || read.some((token) => token !== null), 'no readable token'),
    v.transform((read) => read.filter((token) => token !== null)),
  )
  return object({ items, total: looseNumberSchema, hasMore: v.boolean() })
}

export const tokenPageSchema = pageSchema(tokenRecordSchema)
/**
 * A page of full token records (section 2), by priority. `total` counts all of them; `items` omits
 * unreadable ones.
 * @example
 * const { items, hasMore }: TokenPage = await clients.tokens.tokens({ chain: 'ethereum', limit: 100 })
 * const decimals = new Map(items.map((token) => [token.tokenAddress, token.decimals]))
 */
export type TokenPage = v.InferOutput<typeof tokenPageSchema>
export const tokenSummaryPageSchema = pageSchema(tokenSummarySchema)
/**
 * A page of tokens with address, symbol and name, as returned by a search or by type (section 4).
 * @example
 * const { items }: TokenSummaryPage = await clients.tokens.searchTokens({ chain: 'ethereum', pattern: 'usdc' })
 * console.log(items.map(({ symbol, tokenAddress }) => `${symbol} ${tokenAddress}`))
 */
export type TokenSummaryPage = v.InferOutput<typeof tokenSummaryPageSchema>

const graphqlErrors = v.optional(
  v.array(object({ message: v.string(), extensions: v.optional(v.record(v.string(), v.unknown())) })),
)
function graphqlResponse<Data extends v.GenericSchema>(data: Data) {
  return object({ data: v.optional(v.nullable(data)), errors: graphqlErrors })
}

export const tokensResponseSchema = graphqlResponse(object({ tokens: tokenPageSchema }))
export const tokensByTypeResponseSchema = graphqlResponse(object({ tokensByType: tokenSummaryPageSchema }))
export const searchTokensResponseSchema = graphqlResponse(object({ searchTokens: tokenSummaryPageSchema }))

/** Body of `POST /graphql`. */
export const graphqlRequestSchema = object({
  query: v.string(),
  variables: v.optional(v.nullable(v.record(v.string(), v.unknown()))),
  operationName: v.optional(v.nullable(v.string())),
})

export const DEFAULT_PAGE_LIMIT = 20
export const MAX_PAGE_LIMIT = 100
export const MAX_PAGE_OFFSET = 100_000
