import { expect, it } from 'vitest'
import type { ChainServiceConfig } from '../../config/types.ts'
import { chainConfig } from '../../testing/literal-chain.ts'
import { startPricingWorker } from './start-pricing-worker.ts'

/** The heap that a pool uses in each thread. */
const POOL_KB = 3.7

async function getHeapMb(chains: readonly ChainServiceConfig[]): Promise<number> {
  const worker = startPricingWorker(chains)
  const { maxOldGenerationSizeMb = 0 } = worker.resourceLimits ?? {}
  await worker.terminate()
  return maxOldGenerationSizeMb
}

function getChains(count: number, poolLimits?: ChainServiceConfig['poolLimits']): ChainServiceConfig[] {
  return Array.from({ length: count }, (_, i) => ({
    ...chainConfig(`chain-${i}`, i + 1),
    ...(poolLimits && { poolLimits }),
  }))
}

it('gives a pricing worker enough heap for all pools that its chains may load', async () => {
  expect(await getHeapMb(getChains(1))).toBe(512)
  // The default limit of each chain is 20,000 pools.
  expect(await getHeapMb(getChains(17))).toBeGreaterThan((1.5 * 17 * 20_000 * POOL_KB) / 1_000)
  for (const limits of [{ maxPools: 300_000 }, { loadAllUpTo: 300_000 }]) {
    expect(await getHeapMb(getChains(1, limits))).toBeGreaterThan((1.5 * 300_000 * POOL_KB) / 1_000)
  }
  expect(await getHeapMb(getChains(17, { maxPools: 1_000 }))).toBe(512)
})
