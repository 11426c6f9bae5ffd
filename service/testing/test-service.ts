import type { TestDevnet } from '../../devnet/testing/devnet.ts'
import { until } from '../../wire/testing/until.ts'
import { createMemoryKeyStore } from '../access/api-key.ts'
import { createAccess } from '../access/create-access.ts'
import { devKeys } from '../access/dev-keys.ts'
import { createApp } from '../app.ts'
import { createFollowedChain } from '../chain/followed-chain.ts'
import type { ServiceConfig } from '../config/types.ts'
import { createBlockPrices } from '../rates/block-prices.ts'
import { createRouterEngine } from '../router/router-engine.ts'
import type { Solver } from '../router/search/types.ts'
import { solveUnlimited } from '../router/testing/unlimited-solver.ts'
import { createYield } from '../yield/create-yield.ts'
import { createYieldService } from '../yield/yield-service.ts'

/** The service in process, on the chains of a test devnet, without a port. */
export interface TestService {
  /** The request handler of the service. */
  fetch(request: Request): Promise<Response>
  /** Resolves when the service has read the latest block of every chain. */
  caughtUp(): Promise<void>
  stop(): Promise<void>
}

/** Starts the service. The default `solver` has no time limit. */
export async function startTestService(
  devnet: Pick<TestDevnet, 'chain'> & { serviceConfig: ServiceConfig },
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
    fetch: async (request) => app.fetch(request),
    caughtUp,
    stop: async () => {
      await Promise.all(chains.map((chain) => chain.stop()))
    },
  }
}
