import type * as v from 'valibot'
import { SluiceError } from '../errors/sluice-error.ts'
import {
  SEARCH_TOKENS_QUERY,
  searchTokensResponseSchema,
  TOKENS_BY_TYPE_QUERY,
  TOKENS_QUERY,
  tokensByTypeResponseSchema,
  tokensResponseSchema,
} from '../wire/tokens.ts'
import type { Http } from './http.ts'
import type { CallOptions, ClientsConfig, TokensClient } from './types.ts'

interface GraphqlAnswer<Data> {
  data?: Data | null | undefined
  errors?: { message: string; extensions?: Record<string, unknown> | undefined }[] | undefined
}

/** The token catalogue (GraphQL) at `tokensUrl`. GraphQL errors in a 200 response reject. */
export function createTokensClient(http: Http, config: () => ClientsConfig): TokensClient {
  async function request<Data>(
    call: {
      operationName: string
      query: string
      variables: object
      schema: v.GenericSchema<unknown, GraphqlAnswer<Data>>
    },
    { signal }: CallOptions = {},
  ): Promise<Data> {
    const { schema, ...body } = call
    const url = `${config().tokensUrl}/graphql`
    const { value, requestId } = await http({ url, body, schema, signal })
    const error = value.errors?.[0]
    if (!error && value.data) return value.data
    throw new SluiceError(getErrorCode(error?.extensions?.code), {
      details: `${url}: ${error?.message ?? 'neither data nor errors'}`,
      ...(requestId !== undefined && { supportId: requestId }),
    })
  }

  return {
    tokens: async (variables, options) =>
      (
        await request(
          { operationName: 'tokens', query: TOKENS_QUERY, variables, schema: tokensResponseSchema },
          options,
        )
      ).tokens,
    tokensByType: async (variables, options) =>
      (
        await request(
          {
            operationName: 'tokensByType',
            query: TOKENS_BY_TYPE_QUERY,
            variables,
            schema: tokensByTypeResponseSchema,
          },
          options,
        )
      ).tokensByType,
    searchTokens: async (variables, options) =>
      (
        await request(
          {
            operationName: 'searchTokens',
            query: SEARCH_TOKENS_QUERY,
            variables,
            schema: searchTokensResponseSchema,
          },
          options,
        )
      ).searchTokens,
  }
}

function getErrorCode(extension: unknown) {
  if (extension === undefined || extension === 'INTERNAL_SERVER_ERROR') return 'SERVICE_ERROR'
  return 'INVALID_REQUEST'
}
