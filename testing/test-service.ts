import { createMemoryKeyStore } from '../service/access/api-key.ts'
import { createAccess } from '../service/access/create-access.ts'
import { devKeys } from '../service/access/dev-keys.ts'
import { createApp } from '../service/app.ts'
import { createFollowedChain } from '../service/chain/followed-chain.ts'
import { createBlockPrices } from '../service/rates/block-prices.ts'
import { createRouterEngine } from '../service/router/router-engine.ts'
import type { Solver } from '../service/router/search/types.ts'
import { solveUnlimited } from '../service/router/testing/unlimited-solver.ts'
import { createYield } from '../service/yield/create-yield.ts'
import { createYieldService } from '../service/yield/yield-service.ts'
import { createClients } from '../src/clients/create-clients.ts'
import type { Clients } from '../src/clients/types.ts'
import type { WidgetConfig } from '../src/config/types.ts'
import { until } from '../src/testing/until.ts'
import type { TestDevnet } from './devnet.ts'

/** The service in process, on the chains of a test devnet, without a port. */
export interface TestService {
  /** A host's config for it: every chain of the devnet, with the settlement as the router. */
  config: WidgetConfig
  /** The widget's clients, calling the service without a network. */
  clients: Clients
  /** The request handler of the service. */
  fetch(request: Request): Promise<Response>
  /** Resolves when the service has read the latest block of every chain. */
  caughtUp(): Promise<void>
  stop(): Promise<void>
}

const ORIGIN = 'http://service.test'

/** Starts the service. The default `solver` has no time limit. */
export async function startTestService(
  devnet: TestDevnet,
  { solver = solveUnlimited }: { solver?: Solver } = {},
): Promise<TestService> {
  // A chain that a test reverts emits no event, so it is polled.
  const chains = devnet.serviceConfig.chains.map(({ wsUrl: _, ...chain }) =>
    createFollowedChain(chain, { pollMs: 25 }),
  )
  const nowMs = () => performance.now()
  const silent = { info() {}, warn() {}, error() {} }
  const prices = createBlockPrices()
  const app = createApp({
    router: createRouterEngine({ chains, solver }),
    chains,
    prices,
    yields: createYieldService({
      yields: createYield({ chains, priceUsd: (chain, token) => prices.of(chain)?.price(token), nowMs }),
      // Fixed values, so that the load of the test machine has no effect.
      system: {
        read: async () => ({ cpuPercent: 0, strainPercent: 0, memoryPercent: 0 }),
        disk: async () => ({ usedPercent: 0, readBytes: 0, writeBytes: 0 }),
      },
      nowMs,
    }),
    access: createAccess({
      keys: createMemoryKeyStore(devKeys({ playgroundOrigin: 'http://localhost:5173' })),
      nowMs,
    }),
    logger: silent,
  })
  await Promise.all(chains.map((chain) => chain.start()))

  const config: WidgetConfig = {
    integrator: 'sluice-tests',
    apiKey: 'dev-enterprise',
    baseUrl: `${ORIGIN}/router`,
    tokensUrl: `${ORIGIN}/tokens`,
    exchangeRatesUrl: `${ORIGIN}/rates`,
    yieldUrl: `${ORIGIN}/yield`,
    chains: devnet.manifest.chains.map(({ id, name, label, rpcUrl, widget }) => ({
      id,
      name,
      label,
      rpcUrls: [rpcUrl],
      ...widget,
    })),
  }
  const { apiKey = '', baseUrl, tokensUrl, exchangeRatesUrl, yieldUrl } = config
  const clients = createClients(() => ({ apiKey, baseUrl, tokensUrl, exchangeRatesUrl, yieldUrl }), {
    fetch: (input, init) => app.fetch(new Request(input, init)),
  })

  async function caughtUp(): Promise<void> {
    await until(async () => {
      const heads = await Promise.all(
        chains.map(({ config: { name } }) =>
          devnet.chain(name as 'ethereum' | 'base').publicClient.getBlock(),
        ),
      )
      // Compares hashes, because a chain that a test has reverted may have another block of the
      // same number.
      return chains.every((chain, index) => chain.snapshot()?.blockHash === heads[index]?.hash)
    })
  }

  return {
    config,
    clients,
    fetch: async (request) => app.fetch(request),
    caughtUp,
    stop: async () => {
      await Promise.all(chains.map((chain) => chain.stop()))
    },
  }
}
