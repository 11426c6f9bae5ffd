import * as v from 'valibot'
import { type ParsedPriceRequest, priceRequestSchema } from '../../wire/price-request.ts'
import type { PrivateRpcsResponse } from '../../wire/private-rpcs.ts'
import type { ApiKey } from '../access/api-key.ts'
import type { Access } from '../access/create-access.ts'
import type { UsageLog } from '../access/usage-log.ts'
import { runForKey } from '../lib/call-owner.ts'
import { invalidParameter } from '../lib/service-error.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { RouterEngine, Work } from '../router/search/types.ts'
import { authorize, getCaller } from './authorize.ts'
import { createQueue, type Queue } from './create-queue.ts'
import type { HttpContext } from './http-env.ts'
import { parseJsonKeepingDigits } from './parse-json.ts'
import { readBody } from './read-body.ts'
import type { Endpoint } from './serve-interface.ts'

export interface RouterEndpointDeps {
  router: RouterEngine
  access: Access
  /** Default: no counting. */
  usage?: UsageLog | undefined
  metrics: Metrics
  /** Returns the RPCs that wallets can use to send transactions. */
  privateRpcs: () => Promise<PrivateRpcsResponse['privateRpcs']>
  /** Number of connections and requests so far, of any interface. */
  arrivals: () => number
}

/**
 * Limits of the queue for prices of a chain and of the queue for quotes. Quotes wait for a node,
 * while prices do not and pass by the hundreds per second.
 */
const LIMITS = { concurrency: 32, capacity: 128, deadlineMs: 10_000 }

/** The router interface (sections 2 and 4): prices and quotes in the envelope `{statusCode, result}`. */
export function routerEndpoints({
  router,
  access,
  usage,
  metrics,
  privateRpcs,
  arrivals,
}: RouterEndpointDeps): Endpoint[] {
  /**
   * One queue per chain and kind of work, so that a chain with a hanging node takes no slot of
   * another, and quotes take no slot of prices.
   */
  const queues = new Map<string, { chain: string; work: Work; queue: Queue }>()
  metrics.watchQueues(() =>
    Array.from(queues.values(), ({ chain, work, queue }) => ({ chain, work, waiting: queue.waiting() })),
  )

  function getQueue(chain: string, work: Work): Queue {
    const key = `${work} ${chain}`
    const known = queues.get(key)
    if (known) return known.queue
    const queue = createQueue({ ...LIMITS, arrivals })
    queues.set(key, { chain, work, queue })
    return queue
  }

  async function respond(c: HttpContext, work: Work): Promise<Response> {
    const key = await authorize(c, access.router(getCaller(c), work))
    const request = readPriceRequest(await readBody(c.req.raw), key)
    // Loading pools can take seconds, and must not occupy a slot of the queue.
    const { chain, answer } = await router.prepare(request, work)
    const result = await getQueue(chain, work).run(() => runForKey(key?.id, answer))
    if (key) usage?.count(key.id, request.uniquePID, work)
    return c.json({ statusCode: 200, result })
  }

  return [
    { method: 'POST', path: '/v1/price', handle: (c) => respond(c, 'price') },
    { method: 'POST', path: '/v1/quote', handle: (c) => respond(c, 'quote') },
    {
      method: 'GET',
      path: '/liquidity',
      async handle(c) {
        await authorize(c, access.router(getCaller(c), 'price'))
        return c.json(router.liquidity())
      },
    },
    {
      method: 'GET',
      path: '/private-rpcs',
      async handle(c) {
        await authorize(c, access.router(getCaller(c), 'price'))
        return c.json({ privateRpcs: await privateRpcs() })
      },
    },
  ]
}

/**
 * Parses the request field by field, within the limits of the key. Throws `Invalid <parameter>
 * provided` for the first invalid field. The router validates the combination of fields.
 */
export function readPriceRequest(body: string, key: ApiKey | undefined): ParsedPriceRequest {
  const value = parseJsonKeepingDigits(body)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalidParameter('body')
  const parsed = v.safeParse(priceRequestSchema, value, { abortEarly: true })
  if (!parsed.success) throw invalidParameter(String(parsed.issues[0].path?.[0]?.key ?? 'body'))
  if (key) checkKeyLimits(parsed.output, key)
  return parsed.output
}

function checkKeyLimits({ uniquePID, partnerFee }: ParsedPriceRequest, key: ApiKey) {
  if (key.uniquePids.length > 0 && !key.uniquePids.includes(uniquePID)) throw invalidParameter('uniquePID')
  if (partnerFee > key.maxPartnerFeeBps) throw invalidParameter('partnerFee')
}
