import type { Context } from 'hono'
import type { ApiInterface } from './api-interface.ts'

/** What a request carries through its handlers. */
export interface HttpEnv {
  Bindings: {
    /** Network address of the caller. */
    address: string
  }
  Variables: {
    requestId: string
    api: ApiInterface
    /** For logs and metrics: the path as documented, never as called. */
    route: string
    tier: string
    keyId: string | undefined
  }
}

export type HttpContext = Context<HttpEnv>
