import type { Access } from './access/create-access.ts'
import type { UsageLog } from './access/usage-log.ts'
import { createPrivateRpcs } from './chain/rpc/private-rpcs.ts'
import type { FollowedChain } from './chain/types.ts'
import type { Mount } from './config/environment.ts'
import { createHttpApp } from './http/create-http-app.ts'
import type { Logger } from './observability/logger.ts'
import { createMetrics, type Metrics } from './observability/metrics.ts'
import { type BlockPrices, createBlockPrices } from './rates/block-prices.ts'
import { createRates } from './rates/create-rates.ts'
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
  /** Default: a new board. */
  prices?: BlockPrices | undefined
  /** Counts responses by key. Default: no counting. */
  usage?: UsageLog | undefined
  logger: Logger
  /** Monotonic clock in milliseconds. Default: `performance.now`. */
  nowMs?: () => number
  /** Returns the number of connections accepted so far. Default: 0. */
  connections?: (() => number) | undefined
  /**
   * Returns the lag of the event loop in milliseconds. Above half a second requests get 503.
   * Default: 0.
   */
  lagMs?: (() => number) | undefined
  /** Returns what the database cannot do now, for `/healthz`. Default: nothing. */
  databaseProblem?: (() => string | undefined) | undefined
  /**
   * Returns true if this instance will stop soon, so that `/healthz` returns 503. Default: false.
   */
  isEnding?: (() => boolean) | undefined
  /** Default: a registry that is not exported. */
  metrics?: Metrics
  /**
   * Serves only this interface, at the root. Default: all, under `/router`, `/tokens`, `/rates`,
   * `/yield`.
   */
  mount?: Mount | undefined
}

export interface App {
  /** `address` is the client's network address, for limits on anonymous calls. */
  fetch(request: Request, caller?: { address: string }): Promise<Response>
}

/**
 * Creates the four interfaces as one function from request to response, without port and process.
 */
export function createApp({ nowMs = () => performance.now(), ...deps }: AppDeps): App {
  const { chains, prices = createBlockPrices(), metrics = createMetrics({ chains }) } = deps
  const http = createHttpApp({
    ...deps,
    metrics,
    nowMs,
    rates: createRates({ chains, prices }),
    privateRpcs: createPrivateRpcs(
      chains.map(({ config }) => config),
      { nowMs, onFault: (fault) => deps.logger.warn({ ...fault }, 'a private RPC is skipped') },
    ),
    catalogue: deps.catalogue ?? createCatalogue({ chains, store: createListStore({ chains, prices }) }),
  })
  return {
    fetch: async (request, caller = { address: 'unknown' }) => http(request, caller),
  }
}
