import { sleep } from '../wire/lib/sleep.ts'
import { openAccess } from './access/open-access.ts'
import { createApp } from './app.ts'
import type { Environment } from './config/environment.ts'
import { secretAddresses } from './config/secret-addresses.ts'
import type { ServiceConfig } from './config/types.ts'
import type { Listening } from './http/listen.ts'
import { withTimeout } from './lib/with-timeout.ts'
import { createLoopLag } from './observability/create-loop-lag.ts'
import { createOutage } from './observability/create-outage.ts'
import { createLogger, type Logger } from './observability/logger.ts'
import { plainFields } from './observability/plain-fields.ts'
import { createBlockPrices } from './rates/block-prices.ts'
import { createRouterEngine } from './router/router-engine.ts'
import { addTokenLists } from './startup/add-token-lists.ts'
import { createChains } from './startup/create-chains.ts'
import { createYields } from './startup/create-yields.ts'
import { listenForMetrics, listenForRequests } from './startup/open-listeners.ts'
import { startPricing } from './startup/start-pricing.ts'
import { storeNodeCalls } from './startup/store-node-calls.ts'
import { waitForChains } from './startup/wait-for-chains.ts'
import { type OpenedCatalogue, openCatalogue } from './tokens/open-catalogue.ts'
import type { ListedTokens } from './tokens/token-lists.ts'
import { recordHistory } from './yield/record-history.ts'

/** Maximum wait of the first node call for the stored count of the day. */
const MAX_NODE_CALLS_MS = 1_000

export interface Service {
  port: number
  /**
   * Resolves with the names of the chains that do not match their config, once every other chain
   * has its first snapshot and its catalogue. Rejects if no chain matches.
   */
  ready: Promise<readonly string[]>
  /**
   * Returns 503 from `/healthz` for the environment's `drainMs`, so that load balancers avoid the
   * instance, and then stops.
   */
  stop(): Promise<void>
}

/**
 * Follows the chains and serves the interfaces. Requests get 503 until the first snapshots are
 * loaded. Throws a `TokenListError` for an invalid list.
 */
export async function startService(given: ServiceConfig, environment: Environment): Promise<Service> {
  const logger = createLogger(environment.logLevel, { addresses: secretAddresses(environment, given) })
  const { config, listed } = await addTokenLists(given, logger)
  let isEnding = false
  const parts = await openParts(config, { environment, logger, isEnding: () => isEnding })
  const { chains, nodeCalls } = parts
  const serving: Serving = { listening: [], catalogue: undefined, history: undefined }
  const closeAll = async () => {
    await Promise.all(serving.listening.map((server) => server.close()))
    await parts.close([serving.catalogue?.close(), serving.history?.stop()])
  }
  try {
    await serve(serving, parts, { environment, listed, logger, isEnding: () => isEnding })
  } catch (error) {
    await closeAll()
    throw error
  }

  // Otherwise a service that restarts repeatedly would start the count of calls again each time.
  await withTimeout(nodeCalls.read, { timeoutMs: MAX_NODE_CALLS_MS, onTimeout: () => undefined })
  const ready = waitForChains(chains, serving.catalogue?.ready)
  // Callers handle `ready`.
  ready.catch(() => undefined)
  return {
    port: serving.listening[0]?.port ?? environment.port,
    ready,
    async stop() {
      isEnding = true
      await sleep(environment.drainMs)
      await closeAll()
      await Promise.all(chains.map((chain) => chain.stop()))
    },
  }
}

interface PartsOptions {
  environment: Environment
  logger: Logger
  isEnding: () => boolean
}

type Parts = Awaited<ReturnType<typeof openParts>>

/** Opens what the interfaces need, without serving requests. */
async function openParts(config: ServiceConfig, { environment, logger, isEnding }: PartsOptions) {
  const nowMs = () => performance.now()
  const { chains, keptPools, metrics } = createChains(config, { logger, isEnding })
  const chainIds = config.chains.map(({ id }) => id)
  const access = await openAccess({ environment, chainIds, logger, metrics, nowMs })
  const { database } = access
  keptPools.open(database)
  const nodeCalls = storeNodeCalls({ database, chains, logger })
  const prices = createBlockPrices()
  const { redisUrl } = environment
  const yields = createYields({ chains, prices, database, redisUrl, logger, nowMs })
  const lag = createLoopLag()
  const pricing = startPricing(environment, { chains: config.chains, metrics, logger })
  return {
    config,
    chains,
    metrics,
    access,
    nodeCalls,
    prices,
    yields,
    lag,
    pricing,
    nowMs,
    /** @param users parts that use the database and close first */
    async close(users: readonly (Promise<unknown> | undefined)[]) {
      await Promise.all([...users, pricing.close()])
      yields.close()
      lag.stop()
      await Promise.all([keptPools.close(), nodeCalls.stop()])
      await access.close()
    },
  }
}

/** The parts that depend on which interfaces the instance serves. */
interface Serving {
  /** The first one serves the interfaces. */
  listening: Listening[]
  catalogue: OpenedCatalogue | undefined
  history: ReturnType<typeof recordHistory> | undefined
}

/** Starts the interfaces of this instance, and adds each started part to `serving`. */
async function serve(
  serving: Serving,
  parts: Parts,
  { environment, listed, logger, isEnding }: PartsOptions & { listed: ListedTokens },
): Promise<void> {
  const { chains, metrics, access, prices, yields, nowMs } = parts
  const { database } = access
  const { host, metricsPort, mount } = environment
  if (mount === undefined || mount === 'tokens') {
    serving.catalogue = openCatalogue({ chains, prices, database, listed, logger })
  }
  if (mount === undefined || mount === 'yield') {
    const outage = createOutage({
      onBegin: (error) => logger.warn(plainFields({ error }), 'writing the yield history failed'),
      onEnd: (faults) => logger.info({ faults }, 'the yield history is written again'),
    })
    serving.history = recordHistory({
      yields: yields.calculations,
      chains: parts.config.chains.map(({ name }) => name),
      database,
      onFault: outage.fault,
      onKept: outage.over,
    })
  }
  let connections = 0
  const app = createApp({
    router: createRouterEngine({ chains, solver: parts.pricing.solver, onSolved: metrics.solved }),
    chains,
    prices,
    catalogue: serving.catalogue?.catalogue,
    yields: yields.yields,
    access: access.access,
    usage: access.usage,
    logger,
    metrics,
    nowMs,
    connections: () => connections,
    lagMs: parts.lag.lagMs,
    databaseProblem: access.databaseProblem,
    isEnding,
    mount,
  })
  const onConnection = () => {
    connections += 1
  }
  serving.listening.push(await listenForRequests(environment, { app, onConnection }))
  if (metricsPort !== undefined) {
    serving.listening.push(await listenForMetrics(host, metricsPort, metrics))
  }
}
