import { dilutedYieldFixture, historicYieldFixture, tvlFixture } from '../../wire/fixtures/yield-fixtures.ts'
import { createYieldService, type YieldService } from '../yield/yield-service.ts'

/** Creates yields with literal responses, for tests of other parts. */
export function createFixtureYields(): YieldService {
  const counts = { hits: 0, joined: 0, misses: 0, size: 0 }
  return createYieldService({
    yields: {
      historicalApy: async () => historicYieldFixture,
      dilutedApy: async () => dilutedYieldFixture,
      tvl: async () => tvlFixture,
      activeProtocols: async () => ({ ethereum: ['aave-v3'] }),
      isReady: () => true,
      cacheCounts: async () => ({
        responses: counts,
        historical: counts,
        points: counts,
        states: counts,
        pools: counts,
        blocks: counts,
      }),
    },
    system: {
      read: async () => ({ cpuPercent: 1, strainPercent: 1, memoryPercent: 1 }),
      disk: async () => ({ usedPercent: 1, readBytes: 1, writeBytes: 1 }),
    },
    nowMs: () => 0,
  })
}
