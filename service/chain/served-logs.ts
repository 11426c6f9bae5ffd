import { BlockNotFoundError } from 'viem'
import { IncompleteDiscoveryError } from './discovery.ts'
import { namesLogs } from './logs-bloom.ts'
import type { ChainNode } from './node.ts'
import { isTooLarge } from './rpc-errors.ts'
import type { ScannedPart } from './scan-announcements.ts'

/** Blocks probed for one that has logs, each twice as far from the first: a young chain has few. */
const MAX_PROBES = 16
const ADVICE = 'use a node that keeps all logs, or import the pools ("npm run pools -- import")'

type Blocks = Pick<ScannedPart, 'fromBlock' | 'toBlock'>

/**
 * Throws `IncompleteDiscoveryError` where a node does not show the logs of the oldest of these blocks that has any by the filter in
 * its header: a node that deletes old logs answers with none, as if nothing had been announced. Two calls where that is the first.
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
      `The node shows no log of block ${block}, which has some by its header. It has deleted old logs, and pools announced in them would be missing: ${ADVICE}`,
    )
  }
}

async function readBloom(node: Pick<ChainNode, 'headerAt'>, block: number) {
  try {
    return (await node.headerAt(BigInt(block))).logsBloom
  } catch (error) {
    if (!(error instanceof BlockNotFoundError) && !/pruned/i.test(String(error))) throw error
    const words = `The node has no block ${block}, and so no logs of it, which may announce pools: ${ADVICE}`
    throw new IncompleteDiscoveryError(words, { cause: error })
  }
}

async function hasLogs(node: Pick<ChainNode, 'logsAtOnce'>, block: number): Promise<boolean> {
  try {
    const logs = await node.logsAtOnce({ fromBlock: BigInt(block), toBlock: BigInt(block) })
    return logs === undefined || logs.length > 0
  } catch (error) {
    // More logs than the node allows.
    if (isTooLarge(error)) return true
    throw error
  }
}

/** Milliseconds between checks: what a node answered between two that it passed is believed. */
const PROVE_EVERY_MS = 2_000

/** Holds what was read back until the node that answered has proven that it has logs as old as that. */
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
