import type { PoolLog } from '../../modules/core/pool.ts'
import { isUnclearLimit } from '../rpc/rpc-errors.ts'
import type { LogRange } from './log-range.ts'
import type { ChainNode, LogQuery } from './node.ts'

/**
 * Requests the logs of consecutive blocks and updates the range with the outcome. Returns undefined
 * if a smaller range should be requested instead. Throws on other failures. A second failure in a
 * row halves the range.
 */
export async function requestLogs(
  node: Pick<ChainNode, 'logsAtOnce'>,
  { query, range }: { query: LogQuery; range: LogRange },
): Promise<PoolLog[] | undefined> {
  const blocks = Number(query.toBlock - query.fromBlock) + 1
  try {
    const logs = await node.logsAtOnce(query)
    if (logs) range.accepted(blocks)
    else range.refused(blocks)
    return logs
  } catch (error) {
    if (!isUnclearLimit(error) || blocks === 1) {
      if (range.failed(blocks)) return undefined
      throw error
    }
    range.refused(blocks)
    return undefined
  }
}
