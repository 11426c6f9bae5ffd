import { BlockNotFoundError, numberToHex, type PublicClient } from 'viem'
import type { Address, Hex } from '../../../wire/lib/address.ts'
import type { ChainServiceConfig } from '../../config/types.ts'
import type { PoolLog } from '../../modules/core/pool.ts'
import { isTooLarge } from '../rpc/rpc-errors.ts'
import { toBlockNumber } from '../rpc/to-block-number.ts'
import type { L1Fee } from './block.ts'

export interface Header {
  number: bigint
  hash: Hex
  parentHash: Hex
  /** Unix seconds. */
  timestamp: bigint
  /** Typical wei per unit of gas: the base fee plus a tip. */
  gasPrice: bigint
  /** Absent on a chain without this fee, null while unknown. */
  l1Fee?: L1Fee | null
  /** Bloom filter of the addresses and topics of the block's own logs. Default: unknown. */
  logsBloom?: Hex
  /** Gas limit of the block. Default: unknown. */
  gasLimit?: bigint
}

export interface LogQuery {
  /** Default: any address. */
  addresses?: readonly Address[]
  /** Default: any topic. */
  topics?: readonly Hex[]
  fromBlock: bigint
  toBlock: bigint
}

/** The node requests needed to follow a chain. */
export interface ChainNode {
  latest(): Promise<Header>
  header(hash: Hex): Promise<Header>
  /**
   * Returns the canonical header at a height. Throws viem's `BlockNotFoundError` if the node has
   * none.
   */
  headerAt(number: bigint): Promise<Header>
  /** Returns the hash of the canonical block at a height, or null if the node has none. */
  hashAt(number: bigint): Promise<Hex | null>
  /** Returns the logs of exactly this block with any of the topics, in order. */
  logsOf(blockHash: Hex, topics: readonly Hex[]): Promise<PoolLog[]>
  /**
   * Returns the logs of a range in one request, or undefined if the node refuses this many blocks
   * or logs.
   */
  logsAtOnce(range: LogQuery): Promise<PoolLog[] | undefined>
  /**
   * Returns when `latest` first returned a block, by `performance.now`. Undefined for other blocks.
   */
  learnedAt(blockHash: Hex): number | undefined
}

const MAX_BLOCKS_PER_QUERY = 50_000
/** Exceeds the number of snapshots that a reorg can go back to. */
const KEPT_HEADS = 256

/** Returns the largest range of a log request. */
export function getMaxLogBlocks({ logBlocks }: Pick<ChainServiceConfig, 'logBlocks'>): number {
  return logBlocks ?? MAX_BLOCKS_PER_QUERY
}

/** `readL1Fee` reads the data fee at a block, on a chain that has one. */
export function createChainNode(
  client: PublicClient,
  readL1Fee?: (blockHash: Hex) => Promise<L1Fee>,
): ChainNode {
  let head: Header | undefined
  /** The tip of the last head, used for the blocks between heads too. */
  let tip = 0n
  let l1Fee: L1Fee | null | undefined = readL1Fee && null
  const learned = new Map<Hex, number>()

  function learn(blockHash: Hex): void {
    if (!learned.has(blockHash)) learned.set(blockHash, performance.now())
    const [oldest] = learned.keys()
    if (oldest && learned.size > KEPT_HEADS) learned.delete(oldest)
  }

  const getLogs = (filter: LogFilter) => client.request({ method: 'eth_getLogs', params: [filter] })

  const node: ChainNode = {
    async latest() {
      const block = await client.getBlock({ blockTag: 'latest' })
      learn(block.hash)
      if (block.hash === head?.hash)
        return head
        // A failure keeps the last tip, initially 0.
      ;[tip, l1Fee] = await Promise.all([
        client.estimateMaxPriorityFeePerGas().catch(() => tip),
        readL1Fee?.(block.hash).catch(() => null),
      ])
      head = toHeader(block, { tip, l1Fee })
      return head
    },
    learnedAt: (blockHash) => learned.get(blockHash),
    header: async (blockHash) => toHeader(await client.getBlock({ blockHash }), { tip, l1Fee }),
    headerAt: async (blockNumber) => toHeader(await client.getBlock({ blockNumber }), { tip, l1Fee }),
    async hashAt(blockNumber) {
      try {
        return (await client.getBlock({ blockNumber })).hash
      } catch (error) {
        if (error instanceof BlockNotFoundError) return null
        throw error
      }
    },

    async logsOf(blockHash, topics) {
      const logs = await getLogs({ blockHash, topics: [[...topics]] })
      return onlyOf(
        `block ${blockHash}`,
        logs,
        ({ blockHash: named }) => named === undefined || named === blockHash,
      )
    },

    async logsAtOnce({ addresses, topics, fromBlock, toBlock }) {
      const logs = await getLogs({
        ...(addresses && { address: [...addresses] }),
        ...(topics && { topics: [[...topics]] }),
        fromBlock: numberToHex(fromBlock),
        toBlock: numberToHex(toBlock),
      }).catch((error: unknown) => {
        // Nodes reject ranges with too many logs in various wordings.
        if (fromBlock < toBlock && isTooLarge(error)) return undefined
        throw error
      })
      if (logs === undefined) return undefined
      return onlyOf(`${fromBlock} to ${toBlock}`, logs, ({ blockNumber }) => {
        if (blockNumber === undefined) return true
        const number = toBlockNumber(blockNumber)
        return number !== undefined && number >= fromBlock && number <= toBlock
      })
    },
  }
  return node
}

/** Throws if a log names another block than requested. Accepts logs that name no block. */
function onlyOf<Log>(blocks: string, logs: Log[], isAsked: (log: Log) => boolean): Log[] {
  if (!Array.isArray(logs)) throw new Error('The node returned no list of logs')
  if (!logs.every(isAsked)) throw new Error(`The node returned logs of other blocks than ${blocks}`)
  return logs
}

type LogFilter = { topics?: Hex[][] } & (
  | { blockHash: Hex }
  | { fromBlock: Hex; toBlock: Hex; address?: Address[] }
)

interface NodeBlock {
  number: bigint | null
  hash: Hex | null
  parentHash: Hex
  timestamp: bigint
  baseFeePerGas: bigint | null
  logsBloom?: Hex | null
  gasLimit?: bigint
  /**
   * Present if the header's bloom filter covers the logs of earlier blocks that it settles, as on
   * Avalanche since Helicon (ACP-194).
   */
  settledHeight?: unknown
}

function toHeader(
  block: NodeBlock,
  { tip, l1Fee }: { tip: bigint; l1Fee: L1Fee | null | undefined },
): Header {
  if (block.number === null || block.hash === null) throw new Error('The node returned a pending block')
  return {
    number: block.number,
    hash: block.hash,
    parentHash: block.parentHash,
    timestamp: block.timestamp,
    gasPrice: (block.baseFeePerGas ?? 0n) + tip,
    ...(l1Fee !== undefined && { l1Fee }),
    ...(block.logsBloom && block.settledHeight == null && { logsBloom: block.logsBloom }),
    ...(block.gasLimit !== undefined && { gasLimit: block.gasLimit }),
  }
}
