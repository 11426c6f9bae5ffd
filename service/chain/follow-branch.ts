import type { Hex } from '../../src/lib/address.ts'
import type { History } from './history.ts'
import type { ChainNode, Header } from './node.ts'
import type { ChainState } from './snapshot.ts'

/** A known snapshot, and the blocks from it to a new head, oldest first. */
export interface Branch {
  ancestor: ChainState
  headers: Header[]
}

/** Beyond this many blocks, ranges of logs are cheaper than headers one by one. */
const MAX_BLOCKS = 96n

/** Walks from a head back to a known snapshot; undefined when there is none within reach. */
export async function findBranch(
  head: Header,
  history: History,
  node: ChainNode,
): Promise<Branch | undefined> {
  const newest = history.latest()?.blockNumber ?? 0n
  if (head.number - newest > MAX_BLOCKS) return undefined
  const headers: Header[] = []
  let hash: Hex = head.hash
  let next: Header | undefined = head
  while (headers.length <= MAX_BLOCKS) {
    const ancestor = history.find(hash)
    if (ancestor) return { ancestor, headers }
    next ??= await node.header(hash)
    if (!history.reaches(next.number)) return undefined
    headers.unshift(next)
    hash = next.parentHash
    next = undefined
  }
  return undefined
}
