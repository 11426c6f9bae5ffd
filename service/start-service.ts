import { availableParallelism } from 'node:os'
import { sleep } from '../src/lib/sleep.ts'
import { openAccess } from './access/open-access.ts'
import { createApp } from './app.ts'
import { keepNodeCalls } from './budgets/keep-node-calls.ts'
import { createRedisCache } from './cache/redis-cache.ts'
import type { ChainEvent } from './chain/chain-events.ts'
import { createFollowedChain } from './chain/followed-chain.ts'
import type { Environment } from './config/environment.ts'
import { secretAddresses } from './config/secret-addresses.ts'
import type { ServiceConfig } from './config/types.ts'
import { clientAddress } from './http/client-address.ts'
import { type Listening, listen } from './http/listen.ts'
import { withTimeout } from './lib/with-timeout.ts'
import { createLoopLag } from './observability/create-loop-lag.ts'
import { createOutage } from './observability/create-outage.ts'
import { createChainLog } from './observability/log-chain-event.ts'
import { createLogger } from './observability/logger.ts'
import { createMetrics } from './observability/metrics.ts'
import { errorInWords, plainFields } from './observability/plain-fields.ts'
import { keepPools } from './pools/keep-pools.ts'
import { createPriceBoard } from './rates/price-board.ts'
import { createRouterEngine } from './router/router-engine.ts'
import { createPricingWorkers } from './router/workers/create-pricing-workers.ts'
import { type OpenedCatalogue, openCatalogue } from './tokens/open-catalogue.ts'
import { type ListedTokens, readTokenLists } from './tokens/token-lists.ts'
import { createYield } from './yield/create-yield.ts'
import { recordHistory } from './yield/record-history.ts'
import { createSystemLoad } from './yield/system-load.ts'
import { createYieldService } from './yield/yield-service.ts'

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
  const { host, port, metricsPort, mount, logLevel, trustedProxies } = environment
  const logger = createLogger(logLevel, { addresses: secretAddresses(environment, given) })
  const listed = await readTokenLists(given.tokenLists ?? [], (skipped) =>
    logger.warn({ ...skipped }, 'entries of a token list were skipped'),
  )
  const config = withConnectors(given, listed)
  const nowMs = () => performance.now()
  let isEnding = false
  let connections = 0
  const chainLog = createChainLog(logger)
  const chainEvent = (chain: string, event: ChainEvent) => {
    metrics.chainEvent(chain, event)
    chainLog.write({ chain, event, isEnding })
  }
  const nameOf = (chainId: number) => config.chains.find(({ id }) => id === chainId)?.name ?? String(chainId)
  const keptPools = keepPools({
    onEvent: (chainId, event) => chainEvent(nameOf(chainId), event),
    onWriterChange(chainId, isWriter) {
      const words = isWriter ? 'elected to write the pools' : 'no longer writes the pools'
      logger.info({ chain: nameOf(chainId), isWriter }, words)
    },
  })
  const chains = config.chains.map((chain) =>
    createFollowedChain(chain, {
      store: keptPools.store(chain.id),
      onEvent: (event) => chainEvent(chain.name, event),
      onRequest: (measure) => metrics.nodeAsked(chain.name, measure),
    }),
  )
  const metrics = createMetrics({ chains })
  const chainIds = config.chains.map(({ id }) => id)
  const access = await openAccess({ environment, chainIds, logger, metrics, nowMs })
  keptPools.open(access.database)
  const nodeCallsOutage = createOutage({
    onBegin: (error) =>
      logger.warn(plainFields({ error }), 'node calls cannot be stored; a restart may exceed the budget'),
    onEnd: (faults) => logger.warn({ faults }, 'node calls are stored again'),
  })
  const nodeCalls = keepNodeCalls({
    database: access.database,
    chains: chains.map((chain) => ({ chainId: chain.config.id, counts: chain.dailyCounts })),
    onFault: nodeCallsOutage.fault,
    onKept: nodeCallsOutage.over,
  })
  const prices = createPriceBoard()
  const { redisUrl } = environment
  const shared =
    redisUrl === undefined
      ? undefined
      : createRedisCache(redisUrl, {
          name: `yield:${chainIds.join(',')}`,
          onLost: (error) =>
            logger.warn({ error: errorInWords(error) }, 'yield responses are not shared between instances'),
        })
  const system = createSystemLoad()
  const lag = createLoopLag()
  const calculations = createYield({
    chains,
    priceUsd: (chain, token) => (chain.isStale() ? undefined : prices.of(chain)?.price(token)),
    nowMs,
    shared,
    database: access.database,
  })
  const yields = createYieldService({
    yields: calculations,
    system,
    pingDatabase: () => access.database.query('select 1'),
    nowMs,
  })
  const isPricing = mount === undefined || mount === 'router'
  const pricing = createPricingWorkers({
    count: isPricing ? (environment.pricingWorkers ?? pricingWorkersFor(availableParallelism())) : 0,
    chains: config.chains,
    events: {
      solved: metrics.pricing.solved,
      ended() {
        metrics.pricing.ended()
        logger.error({}, 'a pricing worker has ended; starting another')
      },
    },
  })
  metrics.watchPricing(pricing.state)
  let catalogue: OpenedCatalogue | undefined
  let history: ReturnType<typeof recordHistory> | undefined
  const listening: Listening[] = []
  const closeAll = async () => {
    await Promise.all(listening.map((server) => server.close()))
    await Promise.all([catalogue?.close(), history?.stop(), pricing.close()])
    system.stop()
    lag.stop()
    shared?.close()
    await Promise.all([keptPools.close(), nodeCalls.stop()])
    await access.close()
  }
  try {
    if (mount === undefined || mount === 'tokens') {
      catalogue = openCatalogue({ chains, prices, database: access.database, listed, logger })
    }
    if (mount === undefined || mount === 'yield') {
      history = recordHistory({
        yields: calculations,
        chains: config.chains.map(({ name }) => name),
        database: access.database,
        onFault: (error) => logger.warn(plainFields({ error }), 'writing the yield history failed'),
      })
    }
    const app = createApp({
      router: createRouterEngine({ chains, solver: pricing.solver, onSolved: metrics.solved }),
      chains,
      prices,
      catalogue: catalogue?.catalogue,
      yields,
      access: access.access,
      usage: access.usage,
      logger,
      metrics,
      nowMs,
      connections: () => connections,
      lagMs: lag.lagMs,
      databaseProblem: access.databaseProblem,
      isEnding: () => isEnding,
      mount,
    })
    listening.push(
      await listen({
        host,
        port,
        variable: 'SLUICE_SERVICE_PORT',
        onConnection() {
          connections += 1
        },
        handle(request, peer) {
          const forwardedFor = request.headers.get('x-forwarded-for')
          return app.fetch(request, { address: clientAddress({ peer, forwardedFor }, trustedProxies) })
        },
      }),
    )
    if (metricsPort !== undefined) {
      const headers = { 'content-type': metrics.contentType }
      listening.push(
        await listen({
          host,
          port: metricsPort,
          variable: 'SLUICE_METRICS_PORT',
          handle: async () => new Response(await metrics.text(), { headers }),
        }),
      )
    }
  } catch (error) {
    await closeAll()
    throw error
  }

  // Otherwise a service that restarts repeatedly would start the count of calls again each time.
  await withTimeout(nodeCalls.read, { timeoutMs: MAX_NODE_CALLS_MS, onTimeout: () => undefined })
  const started = chains.map((chain) => chain.start())
  const ready = Promise.allSettled(started).then(async (all) => {
    const mismatched = all.flatMap((one, i) =>
      one.status === 'rejected' ? (config.chains[i]?.name ?? []) : [],
    )
    const [first] = all
    if (mismatched.length === all.length && first?.status === 'rejected') throw first.reason
    // The catalogue covers all chains.
    if (mismatched.length === 0) await catalogue?.ready
    return mismatched
  })
  // Callers handle `ready`.
  ready.catch(() => undefined)
  return {
    port: listening[0]?.port ?? port,
    ready,
    async stop() {
      isEnding = true
      await sleep(environment.drainMs)
      await closeAll()
      await Promise.all(chains.map((chain) => chain.stop()))
    },
  }
}

/** Routes may pass the listed tokens of a chain whose config has no `connectorTokens`. */
function withConnectors(config: ServiceConfig, listed: ListedTokens): ServiceConfig {
  const chains = config.chains.map((chain) => {
    const ofLists = Array.from(listed.get(chain.id)?.values() ?? [], ({ address }) => address)
    return { ...chain, connectorTokens: chain.connectorTokens ?? ofLists }
  })
  return { ...config, chains }
}

/** Maximum wait of the first node call for the stored count of the day. */
const MAX_NODE_CALLS_MS = 1_000

/** Leaves one core for serving, and one for the database and the token search. */
function pricingWorkersFor(cores: number): number {
  return Math.min(Math.max(0, cores - 2), MAX_PRICING_WORKERS)
}

/** One serving thread cannot use more workers. */
const MAX_PRICING_WORKERS = 6
