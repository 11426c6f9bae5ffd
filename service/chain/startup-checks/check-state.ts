import { BaseError, type PublicClient, toFunctionSelector } from 'viem'
import type { Hex } from '../../../wire/lib/address.ts'
import { sleep } from '../../../wire/lib/sleep.ts'
import type { ChainServiceConfig } from '../../config/types.ts'
import type { Header } from '../blocks/node.ts'
import { isRateLimited, isUnreachable } from '../rpc/rpc-errors.ts'

const BLOCK_NUMBER = toFunctionSelector('getBlockNumber()')
/** Nodes behind one address may lag behind each other. */
const TRIES = 3
const PAUSE_MS = 1_000

const WHAT_TO_DO =
  'Prices are of one block, so every read names a block by its hash, also when the next one is there already. Use a node that keeps ' +
  'the state of recent blocks: an archive node, or another provider (on HyperEVM nanoreth, or the archive endpoint of a provider)'

/**
 * Detects a node that serves only the latest state, by reading at the parent of the head. Returns
 * at most one message.
 */
export async function stateDifferences(
  { multicall3 }: ChainServiceConfig,
  client: PublicClient,
  head: Header,
): Promise<string[]> {
  if (head.number === 0n) return []
  const read = async (block: { blockHash: Hex } | { blockTag: 'latest' }) => {
    const { data } = await client.call({ to: multicall3, data: BLOCK_NUMBER, ...block })
    // Another check reports a missing Multicall3.
    return data?.length === 66 ? BigInt(data) : 0n
  }
  for (let tries = 1; ; tries += 1) {
    const difference = await findDifference(read, head)
    if (difference === undefined) return []
    if (tries === TRIES) return [`rpcUrls: ${difference}. ${WHAT_TO_DO}`]
    await sleep(PAUSE_MS)
  }
}

async function findDifference(
  read: (block: { blockHash: Hex } | { blockTag: 'latest' }) => Promise<bigint>,
  head: Header,
): Promise<string | undefined> {
  const atHead = await read({ blockHash: head.hash }).catch(() => undefined)
  try {
    const atParent = await read({ blockHash: head.parentHash })
    // Contracts on Arbitrum read the block number of Ethereum: equal in both blocks, and lower.
    const isIgnored = atHead !== undefined && atParent >= atHead && atParent >= head.number
    return isIgnored ? 'the node answers from its latest block whatever the hash of a block says' : undefined
  } catch (error) {
    // An unreachable or rate-limited node fails at the reads that follow.
    if (isUnreachable(error) || isRateLimited(error)) return undefined
    const answers = atHead ?? (await read({ blockTag: 'latest' }).catch(() => undefined))
    if (answers === undefined) return undefined
    const words = error instanceof BaseError ? error.details : String(error)
    return `the node serves no state of earlier blocks by hash (${words})`
  }
}
