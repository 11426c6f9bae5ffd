import type * as v from 'valibot'
import { SluiceError } from '../errors/sluice-error.ts'
import { TOKENS_QUERY } from '../wire/token-queries.ts'
import { firstResponse } from './first-response.ts'
import type { Http, HttpRequest } from './http.ts'
import { laterRequests } from './load-later-requests.ts'
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
      schema: HttpRequest<v.GenericSchema<unknown, GraphqlAnswer<Data>>>['schema']
    },
    { signal }: CallOptions = {},
  ): Promise<Data> {
    const { schema, ...body } = call
    const url = `${config().tokensUrl}/graphql`
    const { value, requestId } = await http({ url, body, schema, signal }).catch((error: unknown) => {
      throw toCatalogueError(error)
    })
    const error = value.errors?.[0]
    if (!error && value.data) return value.data
    const isRefused = REFUSED.test(String(error?.extensions?.code))
    throw new SluiceError(isRefused ? 'CATALOGUE_REFUSED' : 'CATALOGUE_UNAVAILABLE', {
      details: `${url}: ${error?.message ?? 'neither data nor errors'}`,
      supportId: requestId,
    })
  }

  return {
    tokens: async (variables, options) => {
      const call = {
        operationName: 'tokens',
        query: TOKENS_QUERY,
        variables,
        schema: firstResponse('tokens'),
      }
      return (await request(call, options)).tokens
    },
    tokensByType: async (variables, options) => {
      const { tokensByType } = await laterRequests()
      return (await request({ ...tokensByType, variables }, options)).tokensByType
    },
    searchTokens: async (variables, options) => {
      const { searchTokens } = await laterRequests()
      return (await request({ ...searchTokens, variables }, options)).searchTokens
    },
  }
}

/** The codes of GraphQL errors with which the same request fails again. */
const REFUSED = /^(BAD_USER_INPUT|UNSUPPORTED_CHAIN|QUERY_TOO_LARGE|GRAPHQL_(PARSE|VALIDATION)_FAILED)$/

/** Converts errors of the price service to errors of the catalogue. */
function toCatalogueError(error: unknown): unknown {
  if (!(error instanceof SluiceError) || !/^(SERVICE|INVALID)_/.test(error.code)) return error
  const code = error.code === 'INVALID_REQUEST' ? 'CATALOGUE_REFUSED' : 'CATALOGUE_UNAVAILABLE'
  return new SluiceError(code, { ...error, cause: error })
}
