import type { Access } from '../access/create-access.ts'
import { ServiceError } from '../lib/service-error.ts'
import { invalidInput, YieldError } from '../yield/core/yield-error.ts'
import type { Outcome } from '../yield/request-stats.ts'
import { readDepositRequest, readReserveRequest } from '../yield/yield-request.ts'
import type { YieldService } from '../yield/yield-service.ts'
import { authorize, getCaller } from './authorize.ts'
import { createQueue } from './create-queue.ts'
import type { HttpContext } from './http-env.ts'
import { parseJsonKeepingDigits } from './parse-json.ts'
import { readBody } from './read-body.ts'
import type { Endpoint } from './serve-interface.ts'
import { yieldStatusEndpoints } from './yield-status-endpoints.ts'

/** No key is needed, and uncached answers need calls to a node. */
const LIMITS = { concurrency: 64, capacity: 512, deadlineMs: 60_000 }

export interface YieldDeps {
  /** Undefined: the interface answers 503. */
  yields?: YieldService | undefined
  access: Access
  /** Number of connections and requests so far, of any interface. */
  arrivals: () => number
}

/** The yield interface (section 4). Public: no key, no tier, a limit per address. */
export function yieldEndpoints({ yields, access, arrivals }: YieldDeps): Endpoint[] {
  const queue = createQueue({ ...LIMITS, arrivals, refusal: tooManyPending })

  /** An endpoint that parses a body, computes the answer and wraps it. Counted, and rejected under load. */
  function calculate<Request, Answer>(
    path: string,
    {
      read,
      work,
      name,
    }: {
      read(body: unknown): Request
      work(service: YieldService, request: Request): Promise<Answer>
      name: string
    },
  ): Endpoint {
    return {
      method: 'POST',
      path,
      async handle(c) {
        await authorize(c, access.yields(getCaller(c), 'answer'))
        const service = requireService(yields)
        const answer = await service.watch(async () => {
          const request = read(await readJson(c.req.raw))
          return queue.run(() => work(service, request))
        }, toOutcome)
        return c.json({ success: true, [name]: answer })
      },
    }
  }

  return [
    calculate('/historical-apy', {
      read: readReserveRequest,
      work: (service, request) => service.historicalApy(request),
      name: 'historic_yield',
    }),
    calculate('/diluted-apy', {
      read: readDepositRequest,
      work: (service, request) => service.dilutedApy(request),
      name: 'diluted_yield',
    }),
    calculate('/tvl', {
      read: readReserveRequest,
      work: (service, request) => service.tvl(request),
      name: 'tvl',
    }),
    ...yieldStatusEndpoints().map(({ path, handle }): Endpoint => {
      return {
        method: 'GET',
        path,
        async handle(c: HttpContext) {
          await authorize(c, access.yields(getCaller(c), 'status'))
          return handle(c, requireService(yields))
        },
      }
    }),
  ]
}

/** A body that is not JSON is invalid input to this interface: 422, not the 400 and 415 of the others. */
async function readJson(request: Request): Promise<unknown> {
  try {
    return parseJsonKeepingDigits(await readBody(request))
  } catch (error) {
    const isMalformed = error instanceof ServiceError && (error.status === 400 || error.status === 415)
    throw isMalformed ? invalidInput(error.message) : error
  }
}

function requireService(yields: YieldService | undefined): YieldService {
  if (yields) return yields
  throw new ServiceError(503, 'The yield interface is not served by this deployment')
}

function tooManyPending(): YieldError {
  return new YieldError(503, 'Too many calculations are pending. Please try again later', {
    type: 'resource_exhaustion',
    retryAfterSeconds: 1,
  })
}

/** Rejections do not count as failures. */
function toOutcome(error: unknown): Outcome {
  return error instanceof ServiceError && error.status !== 500 ? 'refused' : 'failed'
}
