import type { Hex } from '../../../wire/lib/address.ts'
import { sleep } from '../../../wire/lib/sleep.ts'
import type { FollowedPool } from '../../modules/core/module.ts'
import type { PoolLog } from '../../modules/core/pool.ts'
import { lackingTopics, mayHold } from './logs-bloom.ts'
import type { ChainNode, Header } from './node.ts'

export interface ReadLogsDeps {
  node: Pick<ChainNode, 'logsOf'>
  /** Another node, if there is one. */
  witness: Pick<ChainNode, 'logsOf'>
  /** Default: one node, which `witness` uses too. */
  nodeCount?: number
  /** See `FindPoolsWithoutLogs`. Default: finds none. */
  findLacking?: (logs: readonly PoolLog[], maxMistaken: number) => readonly FollowedPool[]
  signal?: AbortSignal
  /**
   * Milliseconds before the first node is queried again, because its log index may be late.
   * Default: 250.
   */
  againMs?: number
}

export interface BlockLogs {
  logs: readonly PoolLog[]
  /**
   * Logs that were missing from the first response. The filter cannot prove that their data is
   * true.
   */
  added: readonly PoolLog[]
  /** Pools that seem to have more logs, unless another node confirmed the list. */
  lacking: readonly FollowedPool[]
}

const AGAIN_MS = 250
/**
 * Pools that are read per block because of false positives. More false positives cost one request
 * to another node instead.
 */
const MAX_MISTAKEN = 1

/**
 * Reads the logs of a block. If the header's filter names topics that the logs lack, another node
 * is queried, and then the first one again. If the filter names pools without logs, only another
 * node is queried, because such false positives are more frequent. Another list replaces the first
 * one if it contains all of its logs and the filter matches the additions.
 */
export async function readLogs(
  { hash, logsBloom }: Header,
  topics: readonly Hex[],
  { node, witness, nodeCount = 1, findLacking = () => [], signal, againMs = AGAIN_MS }: ReadLogsDeps,
): Promise<BlockLogs> {
  const first: readonly PoolLog[] = await node.logsOf(hash, topics)
  let most = first
  let isConfirmed = false
  for (const other of [witness, node]) {
    const isOther = other === witness && nodeCount > 1
    const isLacking = lackingTopics(logsBloom, topics, most).length > 0
    if (!isLacking && !(isOther && findLacking(most, Number.POSITIVE_INFINITY).length > 0)) break
    if (other === node) await sleep(againMs, signal)
    try {
      const logs = await other.logsOf(hash, topics)
      const added = lessAll(logs, most)
      if (added && isOther) isConfirmed = true
      if (added && added.length > 0 && mayHold(logsBloom, added)) most = logs
    } catch {
      // The node did not respond or returned a malformed list.
    }
  }
  return {
    logs: most,
    added: lessAll(most, first) ?? [],
    lacking: isConfirmed ? [] : findLacking(most, MAX_MISTAKEN),
  }
}

/** Returns the logs that one list adds to another, or undefined if it lacks some of them. */
function lessAll(logs: readonly PoolLog[], known: readonly PoolLog[]): PoolLog[] | undefined {
  const left = known.map(describeLog)
  const added = logs.filter((log) => {
    const isNext = left.length > 0 && left[0] === describeLog(log)
    if (isNext) left.shift()
    return !isNext
  })
  return left.length === 0 ? added : undefined
}

/** Returns equal strings for logs with equal content. */
export function describeLog({ address, topics, data }: PoolLog): string {
  return [address, ...topics, data].join(' ').toLowerCase()
}
