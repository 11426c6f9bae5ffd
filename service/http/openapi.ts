import type { GenericSchema } from 'valibot'
import { INTERFACES, type Operation, type RestInterface } from './openapi-operations.ts'
import { type JsonSchema, requestSchema, responseSchema } from './openapi-schemas.ts'
import type { Endpoint } from './serve-interface.ts'

/** The parts of an OpenAPI 3.1 document this service uses. */
export interface OpenApi {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string }
  /** Relative to the document, whatever name and path a proxy gives the service. */
  servers: { url: string }[]
  paths: Record<string, Partial<Record<'get' | 'post', OpenApiOperation>>>
  components: Record<string, unknown>
}

export interface OpenApiOperation {
  tags: string[]
  operationId: string
  summary: string
  security: Record<string, never[]>[]
  requestBody?: { required: true; content: JsonContent }
  responses: Record<string, OpenApiResponse>
}

export interface OpenApiResponse {
  description: string
  headers: Record<string, unknown>
  content: JsonContent
}

interface JsonContent {
  'application/json': { schema: JsonSchema }
}

const DESCRIPTIONS: Record<number, string> = {
  200: 'As asked',
  400: 'The request makes no sense, or has no solution',
  401: 'No key, or an unknown one',
  403: 'The key is not for this origin',
  404: 'No answer can be calculated',
  413: 'The body is too large',
  415: 'The body is not JSON',
  422: 'A parameter is wrong',
  429: 'Too many requests: Retry-After says when to come back',
  500: 'Something unexpected',
  503: 'Not now: Retry-After, where given, says when to come back',
}

/**
 * Describes the REST interfaces by the schemas that validate their requests. With `mount` it
 * describes one interface at the root, otherwise all of them under their names.
 */
export function describeRest(mount?: RestInterface): OpenApi {
  const names = mount ? [mount] : (Object.keys(INTERFACES) as RestInterface[])
  const paths: OpenApi['paths'] = {}
  for (const name of names) {
    for (const operation of INTERFACES[name].operations) {
      const base = mount ? '' : `/${name}`
      const path = operation.path === '/' ? base || '/' : `${base}${operation.path}`
      paths[path] = { [operation.method]: describeOperation(name, operation) }
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sluice',
      version: '1',
      description:
        'Amounts are decimal strings of base units. Every answer carries X-Request-ID. The token catalogue speaks GraphQL.',
    },
    servers: [{ url: './' }],
    paths,
    components: {
      securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'x-api-key' } },
      headers: { 'X-Request-ID': { schema: { type: 'string', format: 'uuid' } } },
    },
  }
}

function describeOperation(name: RestInterface, operation: Operation): OpenApiOperation {
  const { key, error } = INTERFACES[name]
  const { path, summary, request, response, otherResponses = {}, errors } = operation
  const schemas = new Map<number, GenericSchema>([
    [200, response],
    ...errors.map((status): [number, GenericSchema] => [status, error]),
    ...Object.entries(otherResponses).map(([status, schema]): [number, GenericSchema] => [
      Number(status),
      schema,
    ]),
  ])
  const hasOwnSchema = (status: number) => status in otherResponses
  return {
    tags: [name],
    operationId: `${name}${path.replace(/[^a-z0-9]+(.)?/g, (_, letter = '') => String(letter).toUpperCase())}`,
    summary,
    security: key === 'none' ? [] : [...(key === 'optional' ? [{}] : []), { key: [] }],
    ...(request && {
      requestBody: { required: true, content: json(requestSchema(request)) },
    }),
    responses: Object.fromEntries(
      [...schemas]
        .sort(([a], [b]) => a - b)
        .map(([status, schema]) => [
          String(status),
          {
            description: DESCRIPTIONS[status] ?? 'Other',
            headers: { 'X-Request-ID': { $ref: '#/components/headers/X-Request-ID' } },
            content: json(hasOwnSchema(status) ? requestSchema(schema) : responseSchema(schema)),
          },
        ]),
    ),
  }
}

function json(schema: JsonSchema): JsonContent {
  return { 'application/json': { schema } }
}

/** `/openapi.json`: the REST interfaces in OpenAPI 3.1. Built on first request. */
export function openApiEndpoint(mount?: RestInterface): Endpoint {
  let text: string | undefined
  return {
    method: 'GET',
    path: '/openapi.json',
    handle(c) {
      text ??= JSON.stringify(describeRest(mount))
      return c.body(text, 200, { 'content-type': 'application/json; charset=utf-8' })
    },
  }
}
