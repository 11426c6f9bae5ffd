import type { PublicClient } from 'viem'
import type { Hex } from '../../src/lib/address.ts'
import { createLogRange } from '../chain/log-range.ts'
import { createChainNode, type LogQuery } from '../chain/node.ts'
import { isUnclearLimit } from '../chain/rpc-errors.ts'
import type { FollowedChain } from '../chain/types.ts'
import type { PoolLog } from '../modules/core/pool.ts'

export interface RecentLogs {
  /**
   * Passes on the logs since the last call up to a block, a hundred blocks at most: of one range after the other, so that
   * those read before a failure are not asked for again.
   */
  read(to: bigint, onLogs: (logs: readonly PoolLog[]) => void): Promise<void>
}

const MAX_BLOCKS = 100

/** Logs with any of these topics, in ranges as large as the node allows, and no larger than the config's `logBlocks`. */
export function createRecentLogs(
  { client, config }: Pick<FollowedChain, 'config'> & { readonly client: PublicClient },
  topics: readonly Hex[],
): RecentLogs {
  const node = createChainNode(client)
  const range = createLogRange(Math.min(config.logBlocks ?? MAX_BLOCKS, MAX_BLOCKS))
  let next = 0n

  /** Undefined when the node refuses as many blocks, or names a limit and not of what: halving ends after seven calls. */
  async function ask(blocks: Pick<LogQuery, 'fromBlock' | 'toBlock'>) {
    try {
      return await node.logsAtOnce({ ...blocks, topics })
    } catch (error) {
      if (isUnclearLimit(error) && blocks.fromBlock < blocks.toBlock) return undefined
      throw error
    }
  }

  return {
    async read(to, onLogs) {
      const first = to - BigInt(MAX_BLOCKS) + 1n
      if (next < first) next = first
      while (next <= to) {
        const size = Math.min(range.size(), Number(to - next) + 1)
        const toBlock = next + BigInt(size) - 1n
        const logs = await ask({ fromBlock: next, toBlock })
        if (!logs) {
          range.refused(size)
          continue
        }
        range.accepted(size)
        next = toBlock + 1n
        onLogs(logs)
      }
    },
  }
}
