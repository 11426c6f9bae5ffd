import { Hono } from 'hono'
import { ServiceError } from '../lib/service-error.ts'
import type { ApiInterface } from './api-interface.ts'
import { preflightHeaders } from './cors.ts'
import type { HttpContext, HttpEnv } from './http-env.ts'

export interface Endpoint {
  method: 'GET' | 'POST'
  path: string
  handle(c: HttpContext): Response | Promise<Response>
}

/** The endpoints of one interface, with its own errors for other methods (405) and paths (404). */
export function serveInterface(api: ApiInterface, endpoints: readonly Endpoint[]): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>({ strict: false })
  app.use('*', async (c, next) => {
    c.set('api', api)
    if (c.req.method !== 'OPTIONS') return next()
    c.set('route', `${api.name} preflight`)
    return c.body(null, 204, preflightHeaders(api, c.req.header('access-control-request-headers')))
  })
  for (const { method, path, handle } of endpoints) {
    app.on(method, path, (c) => {
      c.set('route', `${api.name} ${path}`)
      return handle(c)
    })
    app.all(path, (c) => {
      c.header('Allow', method === 'GET' ? 'GET, HEAD, OPTIONS' : 'POST, OPTIONS')
      throw new ServiceError(405, 'Method not allowed')
    })
  }
  app.all('*', () => {
    throw new ServiceError(404, 'Not found')
  })
  return app
}
