import type { Access } from './access/create-access.ts'
import type { UsageLog } from './access/usage-log.ts'
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
  /** Default: what the chains show, and nothing else. */
  catalogue?: Catalogue | undefined
  /** Default: its own. */
  prices?: PriceBoard | undefined
  /** Counts who was answered; default: nothing is counted. */
  usage?: UsageLog | undefined
  logger: Logger
  /** A clock that never goes back, in milliseconds. Default: the process's own. */
  nowMs?: () => number
  /** How many connections were accepted so far. Default: nobody knows. */
  connections?: (() => number) | undefined
  /** How late the thread is that serves: beyond half a second callers are asked to come back. Default: never. */
  lagMs?: (() => number) | undefined
  /** Default: counted, and shown to nobody. */
  metrics?: Metrics
  /** Serves one interface alone, at the root. Default: all, under `/router`, `/tokens`, `/rates`, `/yield`. */
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
    catalogue: deps.catalogue ?? createCatalogue({ chains, store: createListStore({ chains, prices }) }),
  })
  return {
    fetch: async (request, caller = { address: 'unknown' }) => http(request, caller),
  }
}
