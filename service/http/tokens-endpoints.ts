import { createYoga } from 'graphql-yoga'
import * as v from 'valibot'
import { graphqlRequestSchema } from '../../wire/tokens.ts'
import type { Access } from '../access/create-access.ts'
import { ServiceError } from '../lib/service-error.ts'
import type { Logger } from '../observability/logger.ts'
import type { Catalogue } from '../tokens/create-catalogue.ts'
import { authorize, getCaller } from './authorize.ts'
import { MAX_QUERY_BYTES, refuseQuery, tooLarge } from './graphql-limits.ts'
import { maskGraphqlError } from './mask-graphql-error.ts'
import { parseJson } from './parse-json.ts'
import { readBody } from './read-body.ts'
import type { Endpoint } from './serve-interface.ts'
import { createTokensSchema } from './tokens-schema.ts'

export interface TokensDeps {
  catalogue: Catalogue
  access: Access
  logger: Logger
}

/** The token catalogue (section 4): one GraphQL endpoint, one operation per request, POST only. */
export function tokensEndpoints({ catalogue, access, logger }: TokensDeps): Endpoint[] {
  const yoga = createYoga({
    schema: createTokensSchema(catalogue),
    graphqlEndpoint: '*',
    graphiql: false,
    landingPage: false,
    cors: false,
    multipart: false,
    batching: false,
    logging: false,
    maskedErrors: { maskError: (error) => maskGraphqlError(error, logger) },
  })

  return [
    {
      method: 'POST',
      path: '/graphql',
      async handle(c) {
        await authorize(c, access.tokens(getCaller(c)))
        const text = await readQuery(c.req.raw)
        if (text === undefined) return c.json({ errors: [tooLarge('bytes').toJSON()] }, 400)
        const body = parseJson(text)
        if (Array.isArray(body)) throw new ServiceError(400, 'Batching is not supported')
        const parsed = v.safeParse(graphqlRequestSchema, body, { abortEarly: true })
        if (!parsed.success) {
          throw new ServiceError(400, `Invalid ${parsed.issues[0].path?.[0]?.key ?? 'body'} provided`)
        }
        const refusal = refuseQuery(parsed.output.query)
        if (refusal) return c.json({ errors: [refusal.toJSON()] }, 400)
        const answer = await yoga.fetch(c.req.url, {
          method: 'POST',
          headers: { 'content-type': 'application/json', accept: acceptable(c.req.header('accept')) },
          body: JSON.stringify(parsed.output),
        })
        for (const name of ['content-type', 'retry-after']) {
          const value = answer.headers.get(name)
          if (value) c.header(name, value)
        }
        return c.body(await answer.text(), answer.status as 200)
      },
    },
  ]
}

/** Undefined when the body is too long; the rest is not read. */
async function readQuery(request: Request): Promise<string | undefined> {
  try {
    return await readBody(request, MAX_QUERY_BYTES)
  } catch (error) {
    if (error instanceof ServiceError && error.status === 413) return undefined
    throw error
  }
}

/** Always JSON; the newer GraphQL media type only when the caller accepts it. */
function acceptable(accept: string | undefined): string {
  const newer = 'application/graphql-response+json'
  return accept?.includes(newer) ? newer : 'application/json'
}
