import type { Block } from 'viem'
import type { ReadClient } from './read-actions.ts'

/** The number of blocks over which the block time is measured. */
const MEASURED_BLOCKS = 20n

/** Returns the usual time between two blocks in milliseconds; 0 is unknown. */
export async function measureBlockMs(
  client: Pick<ReadClient, 'getBlock'>,
  latest: Pick<Block<bigint, false, 'latest'>, 'number' | 'timestamp'>,
): Promise<number> {
  const distance = latest.number < MEASURED_BLOCKS ? latest.number : MEASURED_BLOCKS
  if (distance === 0n) return 0
  const earlier = await client.getBlock({ blockNumber: latest.number - distance })
  return (Number(latest.timestamp - earlier.timestamp) * 1_000) / Number(distance)
}
