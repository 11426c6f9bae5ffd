import type { Hex } from '../../src/lib/address.ts'
import { sleep } from '../../src/lib/sleep.ts'
import type { FollowedPool } from '../modules/core/module.ts'
import type { PoolLog } from '../modules/core/pool.ts'
import { lackingTopics, mayHold } from './logs-bloom.ts'
import type { ChainNode, Header } from './node.ts'

export interface ReadLogsDeps {
  node: Pick<ChainNode, 'logsOf'>
  /** Another node, where there is one. */
  witness: Pick<ChainNode, 'logsOf'>
  /** Default: one, and `witness` is the same. */
  nodeCount?: number
  /** See `FindLackingPools`. Default: none is known. */
  findLacking?: (logs: readonly PoolLog[], maxMistaken: number) => readonly FollowedPool[]
  signal?: AbortSignal
  /** Milliseconds before the first node is asked again: its index of logs may be late. Default: 250. */
  againMs?: number
}

export interface BlockLogs {
  logs: readonly PoolLog[]
  /** Those of them that the first answer lacked: the filter cannot tell whether what they say is true. */
  added: readonly PoolLog[]
  /** Pools that seem to have other logs, which no other node says they have not. */
  lacking: readonly FollowedPool[]
}

const AGAIN_MS = 250
/** Pools of a block that are read for a mistake of its filter. To ask another node instead is a call, for any number. */
const MAX_MISTAKEN = 1

/**
 * The logs of a block. Where its header's filter names topics that they lack, another node is asked, and the first once more: one
 * call each for such a block. Where it names pools, another node alone: such a filter is mistaken more often. Another list is taken where it holds all that the first one shows, and what it adds is in the filter.
 */
export async function readLogs(
  { hash, logsBloom }: Header,
  topics: readonly Hex[],
  { node, witness, nodeCount = 1, findLacking = () => [], signal, againMs = AGAIN_MS }: ReadLogsDeps,
): Promise<BlockLogs> {
  const first: readonly PoolLog[] = await node.logsOf(hash, topics)
  let most = first
  let isVouched = false
  for (const other of [witness, node]) {
    const isOther = other === witness && nodeCount > 1
    const isLacking = lackingTopics(logsBloom, topics, most).length > 0
    if (!isLacking && !(isOther && findLacking(most, Number.POSITIVE_INFINITY).length > 0)) break
    if (other === node) await sleep(againMs, signal)
    try {
      const logs = await other.logsOf(hash, topics)
      const added = lessAll(logs, most)
      if (added && isOther) isVouched = true
      if (added && added.length > 0 && mayHold(logsBloom, added)) most = logs
    } catch {
      // No answer, or a malformed one.
    }
  }
  return {
    logs: most,
    added: lessAll(most, first) ?? [],
    lacking: isVouched ? [] : findLacking(most, MAX_MISTAKEN),
  }
}

/** What one list has besides all of another; undefined where it lacks some of it. */
function lessAll(logs: readonly PoolLog[], known: readonly PoolLog[]): PoolLog[] | undefined {
  const left = known.map(describeLog)
  const added = logs.filter((log) => {
    const isNext = left.length > 0 && left[0] === describeLog(log)
    if (isNext) left.shift()
    return !isNext
  })
  return left.length === 0 ? added : undefined
}

/** Equal for logs that say the same. */
export function describeLog({ address, topics, data }: PoolLog): string {
  return [address, ...topics, data].join(' ').toLowerCase()
}
