import type { Hex } from '../../../wire/lib/address.ts'
import type { ChainNode, Header } from '../blocks/node.ts'
import type { History } from '../snapshot/history.ts'
import type { ChainState } from '../snapshot/snapshot.ts'

/** A known snapshot and the blocks from it to a new head, oldest first. */
export interface Branch {
  ancestor: ChainState
  headers: Header[]
}

/** Beyond this many blocks, log ranges are cheaper than single headers. */
const MAX_BLOCKS = 96n

/** Walks back from a head to a known snapshot. Returns undefined if none is within reach. */
export async function findBranch(
  head: Header,
  history: History,
  node: ChainNode,
): Promise<Branch | undefined> {
  const newest = history.latest()?.blockNumber ?? 0n
  if (head.number - newest > MAX_BLOCKS) return undefined
  const between = await readBetween(newest, head.number, node)
  const headers: Header[] = []
  let hash: Hex = head.hash
  let next: Header | undefined = head
  while (headers.length <= MAX_BLOCKS) {
    const ancestor = history.find(hash)
    if (ancestor) return { ancestor, headers }
    next ??= between.get(hash) ?? (await node.header(hash))
    if (!history.reaches(next.number)) return undefined
    headers.unshift(next)
    hash = next.parentHash
    next = undefined
  }
  return undefined
}

/** Headers requested in parallel. */
const PARALLEL = 8

/**
 * Reads the headers between two heights in parallel, so that the walk does not wait for a distant
 * node at each block. Headers of another branch do no harm, because the walk follows the hashes.
 */
async function readBetween(from: bigint, to: bigint, node: ChainNode): Promise<Map<Hex, Header>> {
  const found = new Map<Hex, Header>()
  const numbers = Array.from({ length: Math.max(0, Number(to - from) - 1) }, (_, i) => from + BigInt(i) + 1n)
  if (numbers.length < 2) return found
  for (let start = 0; start < numbers.length; start += PARALLEL) {
    const some = numbers.slice(start, start + PARALLEL)
    const headers = await Promise.all(some.map((number) => node.headerAt(number).catch(() => undefined)))
    for (const header of headers) if (header) found.set(header.hash, header)
  }
  return found
}
