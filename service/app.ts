import type { Access } from './access/create-access.ts'
import type { UsageLog } from './access/usage-log.ts'
import { createPrivateRpcs } from './chain/rpc/private-rpcs.ts'
import type { FollowedChain } from './chain/types.ts'
import type { Mount } from './config/environment.ts'
import { createHttpApp } from './http/create-http-app.ts'
import type { Logger } from './observability/logger.ts'
import { createMetrics, type Metrics } from './observability/metrics.ts'
import { createRates } from './rates/create-rates.ts'
import { createPriceBoard, type PriceBoard } from './rates/price-board.ts'
import type { RouterEngine } from './router/search/types.ts'
import { type Catalogue, createCatalogue } from './tokens/create-catalogue.ts'
import { createListStore } from './tokens/list-store.ts'
import type { YieldService } from './yield/yield-service.ts'

export interface AppDeps {
  router: RouterEngine
  chains: readonly FollowedChain[]
  access: Access
  /** Default: the yield interface is not served. */
  yields?: YieldService | undefined
  /** Default: the tokens of the chains, without a database. */
  catalogue?: Catalogue | undefined
  /** Default: its own. */
  prices?: PriceBoard | undefined
  /** Counts answers by key. Default: no counting. */
  usage?: UsageLog | undefined
  logger: Logger
  /** A monotonic clock, in milliseconds. Default: `performance.now`. */
  nowMs?: () => number
  /** Number of connections accepted so far. Default: 0. */
  connections?: (() => number) | undefined
  /** Lag of the event loop; above half a second requests get 503. Default: 0. */
  lagMs?: (() => number) | undefined
  /** True once this instance is about to stop: `/healthz` answers 503. Default: false. */
  isEnding?: (() => boolean) | undefined
  /** Default: a registry that is not exported. */
  metrics?: Metrics
  /** Serves only this interface, at the root. Default: all, under `/router`, `/tokens`, `/rates`, `/yield`. */
  mount?: Mount | undefined
}

export interface App {
  /** `address`: the caller's network address, for limits on anonymous calls. */
  fetch(request: Request, caller?: { address: string }): Promise<Response>
}

/** The four interfaces as one function from request to response: no port, no process. */
export function createApp({ nowMs = () => performance.now(), ...deps }: AppDeps): App {
  const { chains, prices = createPriceBoard(), metrics = createMetrics({ chains }) } = deps
  const http = createHttpApp({
    ...deps,
    metrics,
    nowMs,
    rates: createRates({ chains, prices }),
    privateRpcs: createPrivateRpcs(
      chains.map(({ config }) => config),
      { nowMs, onFault: (fault) => deps.logger.warn({ ...fault }, 'a private RPC is not offered') },
    ),
    catalogue: deps.catalogue ?? createCatalogue({ chains, store: createListStore({ chains, prices }) }),
  })
  return {
    fetch: async (request, caller = { address: 'unknown' }) => http(request, caller),
  }
}
