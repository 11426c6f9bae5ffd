import { openAccess } from './access/open-access.ts'
import { createApp } from './app.ts'
import { createFollowedChain } from './chain/followed-chain.ts'
import type { ServiceConfig } from './config-types.ts'
import type { Environment } from './environment.ts'
import { clientAddress } from './http/client-address.ts'
import { type Listening, listen } from './http/listen.ts'
import { createLogger } from './observability/logger.ts'
import { createMetrics } from './observability/metrics.ts'
import { createRouterEngine } from './router/router-engine.ts'

export interface Service {
  port: number
  /** Resolves once every chain has its first snapshot; rejects when the config is not of the chain it names. */
  ready: Promise<void>
  stop(): Promise<void>
}

/** Follows the chains and serves the interfaces over them. Answers 503 until the first blocks are read. */
export async function startService(config: ServiceConfig, environment: Environment): Promise<Service> {
  const { port, metricsPort, mount, logLevel, trustedProxies } = environment
  const logger = createLogger(logLevel)
  const nowMs = () => performance.now()
  const chains = config.chains.map((chain) =>
    createFollowedChain(chain, {
      onEvent({ type, ...about }) {
        const log = type === 'failed' || type === 'reloading' ? logger.warn : logger.info
        log.call(logger, { chain: chain.name, ...plain(about) }, `chain ${type}`)
      },
    }),
  )
  const metrics = createMetrics({ chains })
  const chainIds = config.chains.map(({ id }) => id)
  const access = await openAccess({ environment, chainIds, logger, metrics, nowMs })
  const app = createApp({
    router: createRouterEngine({ chains, onSolved: metrics.solved }),
    chains,
    access: access.access,
    usage: access.usage,
    logger,
    metrics,
    nowMs,
    mount,
  })

  const listening: Listening[] = []
  const closeAll = async () => {
    await Promise.all(listening.map((server) => server.close()))
    await access.close()
  }
  try {
    listening.push(
      await listen({
        port,
        variable: 'SLUICE_SERVICE_PORT',
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

  const ready = Promise.all(chains.map((chain) => chain.start())).then(() => undefined)
  ready.catch((error) => logger.error({ error: plain({ error }).error }, 'a chain cannot be followed'))
  return {
    port: listening[0]?.port ?? port,
    ready,
    async stop() {
      await closeAll()
      await Promise.all(chains.map((chain) => chain.stop()))
    },
  }
}

/** What a log line can hold. */
function plain(about: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(about).map(([name, value]) => {
      if (typeof value === 'bigint') return [name, value.toString()]
      return [name, value instanceof Error ? value.message : value]
    }),
  )
}
