import { createMemoryKeyStore } from './access/api-key.ts'
import { createAccess } from './access/create-access.ts'
import { devKeys, isDevnet } from './access/dev-keys.ts'
import { createApp } from './app.ts'
import { createFollowedChain } from './chain/followed-chain.ts'
import type { ServiceConfig } from './config-types.ts'
import type { Environment } from './environment.ts'
import { clientAddress } from './http/client-address.ts'
import { listen } from './http/listen.ts'
import { createLogger } from './observability/logger.ts'
import { createMetrics } from './observability/metrics.ts'
import { createRouterEngine } from './router/router-engine.ts'

export interface Service {
  port: number
  /** Resolves once every chain has its first snapshot. */
  ready: Promise<void>
  stop(): Promise<void>
}

/** Follows the chains and serves the interfaces over them. Answers 503 until the first blocks are read. */
export async function startService(config: ServiceConfig, environment: Environment): Promise<Service> {
  const { port, metricsPort, mount, logLevel, trustedProxies, playgroundOrigin } = environment
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
  const keys = isDevnet(config.chains.map(({ id }) => id)) ? devKeys({ playgroundOrigin }) : []
  const metrics = createMetrics({ chains })
  const app = createApp({
    router: createRouterEngine({ chains }),
    chains,
    access: createAccess({ keys: createMemoryKeyStore(keys), nowMs }),
    logger,
    metrics,
    nowMs,
    mount,
  })

  const api = await listen({
    port,
    variable: 'SLUICE_SERVICE_PORT',
    handle(request, peer) {
      const forwardedFor = request.headers.get('x-forwarded-for')
      return app.fetch(request, { address: clientAddress({ peer, forwardedFor }, trustedProxies) })
    },
  })
  const counters =
    metricsPort === undefined
      ? undefined
      : await listen({
          port: metricsPort,
          variable: 'SLUICE_METRICS_PORT',
          handle: async () =>
            new Response(await metrics.text(), { headers: { 'content-type': metrics.contentType } }),
        }).catch(async (error) => {
          await api.close()
          throw error
        })

  const started = chains.map((chain) => chain.start())
  return {
    port: api.port,
    ready: Promise.all(started).then(() => undefined),
    async stop() {
      await Promise.all([api.close(), counters?.close()])
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
