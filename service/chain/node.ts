import { BaseError, HttpRequestError, numberToHex, type PublicClient } from 'viem'
import type { Address, Hex } from '../../src/lib/address.ts'
import type { PoolLog } from '../modules/core/pool.ts'
import type { L1Fee } from './types.ts'

export interface Header {
  number: bigint
  hash: Hex
  parentHash: Hex
  /** Unix seconds. */
  timestamp: bigint
  /** Typical wei per unit of gas: the base fee plus a tip. */
  gasPrice: bigint
  /** Absent on a chain that takes none; null while it is unknown. */
  l1Fee?: L1Fee | null
  /** Bloom filter of the addresses and topics of its logs. Default: the node names none. */
  logsBloom?: Hex
}

export interface LogQuery {
  /** Default: any. */
  addresses?: readonly Address[]
  topics: readonly Hex[]
  fromBlock: bigint
  toBlock: bigint
}

/** The node requests needed to follow a chain. */
export interface ChainNode {
  latest(): Promise<Header>
  header(hash: Hex): Promise<Header>
  /** Hash of the canonical block at a height. */
  hashAt(number: bigint): Promise<Hex | null>
  /** Logs of exactly this block with any of the topics, in order. */
  logsOf(blockHash: Hex, topics: readonly Hex[]): Promise<PoolLog[]>
  /** By one request; undefined when the node refuses as many blocks or logs. */
  logsAtOnce(range: LogQuery): Promise<PoolLog[] | undefined>
  /** When `latest` first named a block, by `performance.now`; undefined for one it did not name lately. */
  learnedAt?(blockHash: Hex): number | undefined
}

export const MAX_BLOCKS_PER_QUERY = 50_000n
/** More than there are snapshots to go back to. */
const KEPT_HEADS = 256
const TOO_MANY_LOGS = /limit|range|many|more than|exceed|large|maximum|timeout|took too long/i
const TOO_MANY_REQUESTS =
  /too many requests|rate.?limit|request.?limit|requests? per|per.?second|throughput|compute units|throttl|daily|capacity/i

/** `readL1Fee`: what data costs at a block, on a chain where it costs anything. */
export function createChainNode(
  client: PublicClient,
  readL1Fee?: (blockHash: Hex) => Promise<L1Fee>,
): ChainNode {
  let head: Header | undefined
  /** Of the last head: blocks between heads are priced alike. */
  let tip = 0n
  let l1Fee: L1Fee | null | undefined = readL1Fee && null
  const learned = new Map<Hex, number>()

  function learn(blockHash: Hex): void {
    if (!learned.has(blockHash)) learned.set(blockHash, performance.now())
    const [oldest] = learned.keys()
    if (oldest && learned.size > KEPT_HEADS) learned.delete(oldest)
  }

  const node: ChainNode = {
    async latest() {
      const block = await client.getBlock({ blockTag: 'latest' })
      learn(block.hash)
      if (block.hash === head?.hash)
        return head
        // On failure, keep the last tip; initially 0.
      ;[tip, l1Fee] = await Promise.all([
        client.estimateMaxPriorityFeePerGas().catch(() => tip),
        readL1Fee?.(block.hash).catch(() => null),
      ])
      head = toHeader(block, { tip, l1Fee })
      return head
    },
    learnedAt: (blockHash) => learned.get(blockHash),
    header: async (blockHash) => toHeader(await client.getBlock({ blockHash }), { tip, l1Fee }),
    hashAt: async (blockNumber) => (await client.getBlock({ blockNumber })).hash,

    async logsOf(blockHash, topics) {
      return await client.request({ method: 'eth_getLogs', params: [{ blockHash, topics: [[...topics]] }] })
    },

    async logsAtOnce({ addresses, topics, fromBlock, toBlock }) {
      try {
        return await client.request({
          method: 'eth_getLogs',
          params: [
            {
              ...(addresses && { address: [...addresses] }),
              topics: [[...topics]],
              fromBlock: numberToHex(fromBlock),
              toBlock: numberToHex(toBlock),
            },
          ],
        })
      } catch (error) {
        // Nodes reject ranges with too many logs, each with its own message.
        if (fromBlock < toBlock && !isRateLimited(error) && TOO_MANY_LOGS.test(String(error)))
          return undefined
        throw error
      }
    },
  }
  return node
}

/** Whether a node refuses because it was asked too often: asking for less would not help, waiting does. */
export function isRateLimited(error: unknown): boolean {
  if (!(error instanceof BaseError)) return false
  const isStatus = (cause: unknown) => cause instanceof HttpRequestError && cause.status === 429
  const isCode = (cause: unknown) => cause instanceof Error && 'code' in cause && cause.code === 429
  if (error.walk((cause) => isStatus(cause) || isCode(cause))) return true
  return TOO_MANY_REQUESTS.test(`${error.shortMessage} ${error.details}`)
}

interface NodeBlock {
  number: bigint | null
  hash: Hex | null
  parentHash: Hex
  timestamp: bigint
  baseFeePerGas: bigint | null
  logsBloom?: Hex | null
}

function toHeader(
  block: NodeBlock,
  { tip, l1Fee }: { tip: bigint; l1Fee: L1Fee | null | undefined },
): Header {
  if (block.number === null || block.hash === null) throw new Error('The node answered with a pending block')
  return {
    number: block.number,
    hash: block.hash,
    parentHash: block.parentHash,
    timestamp: block.timestamp,
    gasPrice: (block.baseFeePerGas ?? 0n) + tip,
    ...(l1Fee !== undefined && { l1Fee }),
    ...(block.logsBloom && { logsBloom: block.logsBloom }),
  }
}
