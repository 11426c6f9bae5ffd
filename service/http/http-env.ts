import type { Context } from 'hono'
import type { ApiInterface } from './api-interface.ts'

/** Hono bindings and variables of a request. */
export interface HttpEnv {
  Bindings: {
    /** Network address of the caller. */
    address: string
  }
  Variables: {
    requestId: string
    api: ApiInterface
    /** For logs and metrics: the documented path, never the requested one. */
    route: string
    tier: string
    keyId: string | undefined
  }
}

export type HttpContext = Context<HttpEnv>
