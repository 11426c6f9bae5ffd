import type { PublicClient } from 'viem'
import type { Hex } from '../../wire/lib/address.ts'
import { createLogRange } from '../chain/blocks/log-range.ts'
import { createChainNode } from '../chain/blocks/node.ts'
import { requestLogs } from '../chain/blocks/request-logs.ts'
import type { FollowedChain } from '../chain/types.ts'
import type { PoolLog } from '../modules/core/pool.ts'

export interface RecentLogs {
  /**
   * Passes on the logs since the last call up to a block, at most a hundred blocks. Reads one range
   * after another, so that a failure does not repeat earlier ranges.
   */
  read(to: bigint, onLogs: (logs: readonly PoolLog[]) => void): Promise<void>
}

const MAX_BLOCKS = 100

/**
 * Reads logs with any of these topics, in the largest ranges that the node and the config's
 * `logBlocks` allow.
 */
export function createRecentLogs(
  { client, config }: Pick<FollowedChain, 'config'> & { readonly client: PublicClient },
  topics: readonly Hex[],
): RecentLogs {
  const node = createChainNode(client)
  const range = createLogRange(Math.min(config.logBlocks ?? MAX_BLOCKS, MAX_BLOCKS))
  let next = 0n

  return {
    async read(to, onLogs) {
      const first = to - BigInt(MAX_BLOCKS) + 1n
      if (next < first) next = first
      while (next <= to) {
        const size = Math.min(range.size(), Number(to - next) + 1)
        const toBlock = next + BigInt(size) - 1n
        const query = { topics, fromBlock: next, toBlock }
        const logs = await requestLogs(node, { query, range })
        if (!logs) continue
        next = toBlock + 1n
        onLogs(logs)
      }
    },
  }
}
