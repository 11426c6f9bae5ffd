import { createGraphQLError, createSchema } from 'graphql-yoga'
import { type Address, isNativeToken } from '../../wire/lib/address.ts'
import { type Catalogue, CatalogueError, type PageQuery } from '../tokens/create-catalogue.ts'

const typeDefs = /* GraphQL */ `
  type Query {
    "Tokens of a chain, the most liquid first. limit: 1 to 100. offset: 0 to 100000."
    tokens(chain: String!, limit: Int = 20, offset: Int = 0): TokenPage!
    "Tokens of one type: tradable, lp, stake, lend, invest or stable."
    tokensByType(chain: String!, tokenType: String!, limit: Int = 20, offset: Int = 0): TokenPage!
    "Tokens whose address, name or symbol holds the pattern, in any case."
    searchTokens(chain: String!, pattern: String!, limit: Int = 20, offset: Int = 0): TokenPage!
  }

  type TokenPage {
    items: [Token!]!
    total: Int!
    hasMore: Boolean!
  }

  type Token {
    "Checksummed. The native token is listed under 0xEeee…EEeE."
    tokenAddress: String!
    "At most 11 characters."
    symbol: String!
    name: String!
    decimals: Int!
    type: String!
    "NATIVE or ERC20."
    standard: String!
    "Greater is more liquid; 0 when unknown."
    priority: Float!
    branding: Branding
  }

  type Branding {
    logoUri: String
  }
`

export function createTokensSchema(catalogue: Catalogue) {
  return createSchema({
    typeDefs,
    resolvers: {
      Token: {
        standard: ({ tokenAddress }: { tokenAddress: Address }) =>
          isNativeToken(tokenAddress) ? 'NATIVE' : 'ERC20',
      },
      Query: {
        tokens: (_: unknown, query: PageQuery) => translated(() => catalogue.tokens(query)),
        tokensByType: (_: unknown, query: PageQuery & { tokenType: string }) =>
          translated(() => catalogue.tokensByType(query)),
        searchTokens: (_: unknown, query: PageQuery & { pattern: string }) =>
          translated(() => catalogue.searchTokens(query)),
      },
    },
  })
}

async function translated<Value>(read: () => Promise<Value>): Promise<Value> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof CatalogueError)) throw error
    const { code, message } = error
    const http = code === 'SERVICE_UNAVAILABLE' && { status: 503, headers: { 'Retry-After': '2' } }
    throw createGraphQLError(message, { extensions: { code, ...(http && { http }) } })
  }
}
