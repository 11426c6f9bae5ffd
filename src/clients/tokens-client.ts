import type * as v from 'valibot'
import { TOKENS_QUERY } from '../../wire/token-queries.ts'
import { rethrowDefect } from '../errors/report-defect.ts'
import { SluiceError } from '../errors/sluice-error.ts'
import { firstResponse } from './first-response.ts'
import type { Http, HttpRequest } from './http.ts'
import { laterRequests } from './load-later-requests.ts'
import type { CallOptions, ClientsConfig, GraphqlAnswer, TokensClient } from './types.ts'

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
    const { value, requestId } = await http({ url, body, schema, signal }).catch(async (error) => {
      if (!(error instanceof SluiceError)) throw error
      const later = await laterRequests().catch(rethrowDefect)
      const code = later?.toCatalogueCode(error.code)
      throw code ? new SluiceError(code, { ...error, cause: error }) : error
    })
    const { data, errors } = value
    if (data && !errors?.[0]) return data
    const { code, details } = (await laterRequests()).explainGraphqlErrors(url, errors)
    throw new SluiceError(code, { details, supportId: requestId })
  }

  async function requestLater<Name extends 'tokensByType' | 'searchTokens'>(
    name: Name,
    variables: object,
    options?: CallOptions,
  ) {
    const { [name]: call } = (await laterRequests()).tokenRequests
    return (await request({ ...call, variables }, options))[name]
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
    tokensByType: (...call) => requestLater('tokensByType', ...call),
    searchTokens: (...call) => requestLater('searchTokens', ...call),
  }
}
