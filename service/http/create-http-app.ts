import { Hono } from 'hono'
import { getPath } from 'hono/utils/url'
import type { Access } from '../access/create-access.ts'
import type { UsageLog } from '../access/usage-log.ts'
import type { FollowedChain } from '../chain/types.ts'
import type { Mount } from '../config/environment.ts'
import { unavailable } from '../lib/service-error.ts'
import type { Logger } from '../observability/logger.ts'
import type { Metrics } from '../observability/metrics.ts'
import { createRequestTally } from '../observability/request-tally.ts'
import type { Rates } from '../rates/create-rates.ts'
import type { RouterEngine } from '../router/search/types.ts'
import type { Catalogue } from '../tokens/create-catalogue.ts'
import type { YieldService } from '../yield/yield-service.ts'
import {
  type ApiInterface,
  serviceInterface,
  statusInterface,
  tokensInterface,
  yieldInterface,
} from './api-interface.ts'
import { createFloodGuard } from './flood-guard.ts'
import type { HttpEnv } from './http-env.ts'
import { openApiEndpoint } from './openapi.ts'
import { ratesEndpoints } from './rates-endpoints.ts'
import {
  answerError,
  type RequestMiddlewareDeps,
  rejectFlood,
  requestMiddleware,
} from './request-middleware.ts'
import { type RouterEndpointDeps, routerEndpoints } from './router-endpoints.ts'
import { type Endpoint, serveInterface } from './serve-interface.ts'
import { statusEndpoints } from './status-endpoints.ts'
import { tokensEndpoints } from './tokens-endpoints.ts'
import { yieldEndpoints } from './yield-endpoints.ts'

interface HttpDeps {
  router: RouterEngine
  catalogue: Catalogue
  rates: Rates
  /** Default: the yield interface answers 503. */
  yields?: YieldService | undefined
  chains: readonly FollowedChain[]
  privateRpcs: RouterEndpointDeps['privateRpcs']
  access: Access
  /** Counts answers by key. Default: no counting. */
  usage?: UsageLog | undefined
  logger: Logger
  metrics: Metrics
  nowMs: () => number
  /** Number of connections accepted so far. Default: 0. */
  connections?: (() => number) | undefined
  /** Lag of the event loop. Default: 0. */
  lagMs?: (() => number) | undefined
  /** Describes what the database cannot do now. Default: nothing. */
  databaseProblem?: (() => string | undefined) | undefined
  /** True once this instance is about to stop: `/healthz` answers 503. Default: false. */
  isEnding?: (() => boolean) | undefined
  /** Serves only this interface, at the root. Default: all of them, each under its name. */
  mount?: Mount | undefined
}

/** Handles one request. */
type HttpApp = (request: Request, env: HttpEnv['Bindings']) => Response | Promise<Response>

/** All interfaces in one app. `requestMiddleware` adds the headers, logs and metrics of every response. */
export function createHttpApp(deps: HttpDeps): HttpApp {
  const floodGuard = createFloodGuard(deps.nowMs)
  const middlewareDeps = { ...deps, floodGuard, tally: createRequestTally(deps.nowMs) }
  const app = createRoutes(deps, middlewareDeps)
  return (request, env) => {
    const caller = {
      address: env.address,
      path: getPath(request),
      key: request.headers.get('x-api-key') ?? undefined,
    }
    // A preflight does not count as a request.
    const refused = request.method === 'OPTIONS' ? undefined : floodGuard.getRefusal(caller)
    return refused ? rejectFlood(request, refused, middlewareDeps) : app.fetch(request, env)
  }
}

function createRoutes(deps: HttpDeps, middlewareDeps: RequestMiddlewareDeps): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>({ strict: false })
  const { connections = () => 0, lagMs = () => 0 } = deps
  let arrived = 0
  const arrivals = () => arrived + connections()
  app.use('*', (c, next) => {
    arrived += 1
    return requestMiddleware(c, next, middlewareDeps)
  })
  app.onError((error, c) => answerError(error, c, deps.logger))

  const status = statusEndpoints({
    chains: deps.chains,
    tally: middlewareDeps.tally,
    isEnding: deps.isEnding,
    canReadKeys: () => !takesKeys(deps.mount) || deps.access.canReadKeys(),
    areLimitsShared: deps.access.areLimitsShared,
    databaseProblem: deps.databaseProblem,
  })
  const interfaces: Record<Mount, { api: ApiInterface; endpoints: Endpoint[] }> = {
    router: { api: statusInterface('router'), endpoints: routerEndpoints({ ...deps, arrivals }) },
    tokens: { api: tokensInterface, endpoints: tokensEndpoints(deps) },
    rates: { api: statusInterface('rates'), endpoints: ratesEndpoints(deps) },
    yield: { api: yieldInterface, endpoints: yieldEndpoints({ ...deps, arrivals }) },
  }
  if (deps.mount) {
    const { api, endpoints } = interfaces[deps.mount]
    const health = status.filter(({ path }) => path === '/healthz')
    const described = deps.mount === 'tokens' ? [] : [openApiEndpoint(deps.mount)]
    app.route('/', serveInterface(api, [...health, ...described, ...shed(endpoints, lagMs)]))
    return app
  }
  for (const [name, { api, endpoints }] of Object.entries(interfaces)) {
    app.route(`/${name}`, serveInterface(api, shed(endpoints, lagMs)))
  }
  app.route('/', serveInterface(serviceInterface, [...status, openApiEndpoint()]))
  return app
}

function takesKeys(mount: Mount | undefined): boolean {
  return mount === undefined || mount === 'router' || mount === 'rates'
}

/** Event loop lag above which requests are rejected, so that the backlog drains. */
const MAX_LAG_MS = 500

/** Wraps endpoints so that they answer 503, before reading the request, while the event loop lags. */
function shed(endpoints: readonly Endpoint[], lagMs: () => number): Endpoint[] {
  return endpoints.map((endpoint) => ({
    ...endpoint,
    handle(c) {
      if (lagMs() > MAX_LAG_MS) throw unavailable(1)
      return endpoint.handle(c)
    },
  }))
}
