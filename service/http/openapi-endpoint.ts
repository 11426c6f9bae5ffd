import { describeRest } from './openapi.ts'
import type { RestInterface } from './openapi-operations.ts'
import type { Endpoint } from './serve-interface.ts'

/** `/openapi.json`: the REST interfaces in OpenAPI 3.1. Written when first asked for. */
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
