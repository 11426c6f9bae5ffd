import type { Worker } from 'node:worker_threads'
import { getPoolLimits } from '../../chain/pool-set/select-pools.ts'
import type { ChainServiceConfig } from '../../config/types.ts'
import { startWorker } from '../../lib/start-worker.ts'

const MIN_HEAP_MB = 512
/** A pool takes 3.7 kB of it. The rest is room for what updates and searches leave behind. */
const HEAP_KB_PER_POOL = 6

/**
 * A thread that searches in the markets of these chains. A search that takes all memory ends its thread and not the process: its heap
 * ends at 512 MB, or at 6 kB for each pool that `poolLimits` of the chains let into memory where that is more.
 */
export function startPricingWorker(chains: readonly ChainServiceConfig[]): Worker {
  return startWorker(new URL('./pricing-worker-entry.ts', import.meta.url), {
    workerData: { chains },
    resourceLimits: { maxOldGenerationSizeMb: getMaxHeapMb(chains) },
  })
}

function getMaxHeapMb(chains: readonly ChainServiceConfig[]): number {
  const pools = chains.map(getPoolLimits).reduce((sum, { loadAllUpTo, maxPools }) => {
    return sum + Math.max(loadAllUpTo, maxPools)
  }, 0)
  return Math.max(MIN_HEAP_MB, Math.ceil((pools * HEAP_KB_PER_POOL) / 1_000))
}
