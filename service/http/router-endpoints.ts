import type { Access } from '../access/create-access.ts'
import type { UsageLog } from '../access/usage-log.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { RouterEngine } from '../router/search/types.ts'
import { authorize, getCaller } from './authorize.ts'
import { createQueue } from './create-queue.ts'
import type { HttpContext } from './http-env.ts'
import { readBody } from './read-body.ts'
import { readPriceRequest } from './read-price-request.ts'
import type { Endpoint } from './serve-interface.ts'

export interface RouterEndpointDeps {
  router: RouterEngine
  access: Access
  /** Default: nothing is counted. */
  usage?: UsageLog | undefined
  metrics: Metrics
  /** How many connections and requests have come in, of any interface. */
  arrivals: () => number
}

/** Quotes wait for a node; prices do not, and pass through by the hundred in a second. */
const LIMITS = { atOnce: 32, capacity: 128, deadlineMs: 10_000 }

/** The router interface (sections 2 and 4): prices and quotes in the envelope `{statusCode, result}`. */
export function routerEndpoints({
  router,
  access,
  usage,
  metrics,
  arrivals,
}: RouterEndpointDeps): Endpoint[] {
  const queue = createQueue({ ...LIMITS, arrivals })
  metrics.watchQueue(queue.waiting)

  async function answer(c: HttpContext, work: 'price' | 'quote'): Promise<Response> {
    const key = await authorize(c, access.router(getCaller(c), work))
    const request = readPriceRequest(await readBody(c.req.raw), key)
    const result = await queue.run(() => router[work](request))
    if (key) usage?.count(key.id, request.uniquePID, work)
    return c.json({ statusCode: 200, result })
  }

  return [
    { method: 'POST', path: '/v1/price', handle: (c) => answer(c, 'price') },
    { method: 'POST', path: '/v1/quote', handle: (c) => answer(c, 'quote') },
    {
      method: 'GET',
      path: '/liquidity',
      async handle(c) {
        await authorize(c, access.router(getCaller(c), 'price'))
        return c.json(router.liquidity())
      },
    },
  ]
}
