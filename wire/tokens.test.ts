import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import {
  searchTokensRequestFixture,
  searchTokensResponseFixture,
  tokenPageFixture,
  tokensByTypeRequestFixture,
  tokensByTypeResponseFixture,
  tokensErrorFixture,
  tokensRequestFixture,
  tokensResponseFixture,
} from './fixtures/tokens-fixtures.ts'
import { NATIVE_TOKEN, ZERO_ADDRESS } from './lib/address.ts'
import {
  graphqlRequestSchema,
  searchTokensResponseSchema,
  tokensByTypeResponseSchema,
  tokensResponseSchema,
} from './tokens.ts'

const [token] = tokenPageFixture.items

describe('token catalogue', () => {
  it.each([tokensRequestFixture, tokensByTypeRequestFixture, searchTokensRequestFixture])(
    'parses the request $operationName',
    (request) => {
      expect(v.parse(graphqlRequestSchema, request)).toEqual(request)
      expect(v.is(graphqlRequestSchema, { query: request.query })).toBe(true)
    },
  )

  it.each([{}, { query: 7 }, { query: '{ a }', variables: 7 }, { query: '{ a }', operationName: {} }])(
    'rejects the request %j',
    (request) => {
      expect(v.is(graphqlRequestSchema, request)).toBe(false)
    },
  )

  it('parses each response as the service writes it', () => {
    expect(v.parse(tokensResponseSchema, tokensResponseFixture)).toEqual(tokensResponseFixture)
    expect(v.parse(tokensByTypeResponseSchema, tokensByTypeResponseFixture)).toEqual(
      tokensByTypeResponseFixture,
    )
    expect(v.parse(searchTokensResponseSchema, searchTokensResponseFixture)).toEqual(
      searchTokensResponseFixture,
    )
  })

  it('parses errors with their codes', () => {
    expect(v.parse(tokensResponseSchema, tokensErrorFixture)).toEqual(tokensErrorFixture)
  })

  it('parses the zero address as the native token, and tokens without branding', () => {
    const items = [
      { ...token, tokenAddress: ZERO_ADDRESS, branding: undefined },
      { ...token, branding: null },
    ]
    const page = { items, total: 2, hasMore: false }
    const read = v.parse(tokensResponseSchema, { data: { tokens: page } })
    expect(read.data?.tokens.items[0]?.tokenAddress).toBe(NATIVE_TOKEN)
  })

  it.each([{ tokenAddress: 'ETH' }, { decimals: 37 }, { decimals: 1.5 }, { symbol: 7 }, { decimals: 'six' }])(
    'omits a token with %j, and rejects a page without another token',
    (change) => {
      const page = { items: [{ ...token, ...change }], total: 1, hasMore: false }
      expect(v.is(tokensResponseSchema, { data: { tokens: page } })).toBe(false)
      const mixed = { ...page, items: [...page.items, token, null] }
      expect(v.parse(tokensResponseSchema, { data: { tokens: mixed } }).data?.tokens.items).toEqual([token])
    },
  )

  it('parses an empty page', () => {
    const page = { items: [], total: 0, hasMore: false }
    expect(v.parse(tokensResponseSchema, { data: { tokens: page } }).data?.tokens).toEqual(page)
  })
})
