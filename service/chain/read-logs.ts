import type { Hex } from '../../src/lib/address.ts'
import { sleep } from '../../src/lib/sleep.ts'
import type { PoolLog } from '../modules/core/pool.ts'
import { lackingTopics } from './logs-bloom.ts'
import type { ChainNode, Header } from './node.ts'

export interface ReadLogsDeps {
  node: Pick<ChainNode, 'logsOf'>
  /** Another node, where there is one. */
  witness: Pick<ChainNode, 'logsOf'>
  signal?: AbortSignal
  /** Milliseconds before the first node is asked again: its index of logs may be late. Default: 250. */
  againMs?: number
}

const AGAIN_MS = 250

/**
 * The logs of a block. Where its header's filter names topics that they lack, another node is asked, and the first once more: one
 * call each for such a block. As the filter may be wrong, the most that a node shows is taken.
 */
export async function readLogs(
  { hash, logsBloom }: Header,
  topics: readonly Hex[],
  { node, witness, signal, againMs = AGAIN_MS }: ReadLogsDeps,
): Promise<readonly PoolLog[]> {
  let most: readonly PoolLog[] = await node.logsOf(hash, topics)
  for (const other of [witness, node]) {
    if (lackingTopics(logsBloom, topics, most).length === 0) return most
    if (other === node) await sleep(againMs, signal)
    const logs = await other.logsOf(hash, topics).catch(() => [])
    if (logs.length > most.length) most = logs
  }
  return most
}
