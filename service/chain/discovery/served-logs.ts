import { BlockNotFoundError } from 'viem'
import { namesLogs } from '../blocks/logs-bloom.ts'
import type { ChainNode } from '../blocks/node.ts'
import { isTooLarge } from '../rpc/rpc-errors.ts'
import { IncompleteDiscoveryError } from './discovery.ts'
import type { ScannedPart } from './scan-announcements.ts'

/** Blocks probed for logs, each twice as far from the first. A young chain has few logs. */
const MAX_PROBES = 16
const ADVICE = 'use a node that keeps all logs, or import the pools ("npm run pools -- import")'

type Blocks = Pick<ScannedPart, 'fromBlock' | 'toBlock'>

/**
 * Throws `IncompleteDiscoveryError` if the node omits the logs of the oldest block that has some
 * according to its bloom filter. A node that deletes old logs returns an empty list, as if no pool
 * was announced. Takes two calls if the first block has logs.
 */
export async function requireServedLogs(
  node: Pick<ChainNode, 'headerAt' | 'logsAtOnce'>,
  { fromBlock, toBlock }: Blocks,
): Promise<void> {
  for (let probe = 0; probe < MAX_PROBES; probe += 1) {
    const block = fromBlock + 2 ** probe - 1
    if (block > toBlock) return
    const logsBloom = await readBloom(node, block)
    if (!namesLogs(logsBloom)) continue
    if (await hasLogs(node, block)) return
    throw new IncompleteDiscoveryError(
      `The node returned no log of block ${block}, although the bloom filter of its header shows some. The node has deleted old logs, and pools announced in them would be missing: ${ADVICE}`,
    )
  }
}

async function readBloom(node: Pick<ChainNode, 'headerAt'>, block: number) {
  try {
    return (await node.headerAt(BigInt(block))).logsBloom
  } catch (error) {
    if (!(error instanceof BlockNotFoundError) && !/pruned/i.test(String(error))) throw error
    const words = `The node has no block ${block}, and no logs of it, which may announce pools: ${ADVICE}`
    throw new IncompleteDiscoveryError(words, { cause: error })
  }
}

async function hasLogs(node: Pick<ChainNode, 'logsAtOnce'>, block: number): Promise<boolean> {
  try {
    const logs = await node.logsAtOnce({ fromBlock: BigInt(block), toBlock: BigInt(block) })
    return logs === undefined || logs.length > 0
  } catch (error) {
    // The block has more logs than the node allows.
    if (isTooLarge(error)) return true
    throw error
  }
}

/** Milliseconds between checks. Responses between two successful checks are trusted. */
const PROVE_EVERY_MS = 2_000

/** Holds parts back until the node has proved that it serves logs of their age. */
export function createProvenParts(
  node: Pick<ChainNode, 'headerAt' | 'logsAtOnce'>,
  take: (part: ScannedPart) => Promise<void>,
) {
  const held: ScannedPart[] = []
  let provenAt = performance.now()

  async function prove(): Promise<void> {
    const [first] = held
    if (first) await requireServedLogs(node, first)
    provenAt = performance.now()
    for (const part of held.splice(0)) await take(part)
  }

  return {
    prove,
    async add(part: ScannedPart): Promise<void> {
      held.push(part)
      if (performance.now() - provenAt >= PROVE_EVERY_MS) await prove()
    },
  }
}
