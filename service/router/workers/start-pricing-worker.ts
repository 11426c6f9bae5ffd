import type { Worker } from 'node:worker_threads'
import { getPoolLimits } from '../../chain/pool-set/select-pools.ts'
import type { ChainServiceConfig } from '../../config/types.ts'
import { startWorker } from '../../lib/start-worker.ts'

const MIN_HEAP_MB = 512
/** A pool uses 3.7 kB. The remainder is garbage of updates and searches. */
const HEAP_KB_PER_POOL = 6

/**
 * Starts a worker that searches in the markets of these chains. Its heap is limited to 512 MB, or
 * to 6 kB per pool that `poolLimits` allow if that is more, so that a search without memory ends
 * the worker and not the process.
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
