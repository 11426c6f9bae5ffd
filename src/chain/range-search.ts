import type { Hex } from '../lib/address.ts'
import { maxBigInt, minBigInt } from '../lib/amount.ts'
import type { ReadClient } from './read-actions.ts'
import { getHttpStatus, getRpcCode } from './rpc-error.ts'
import { numberToHex } from './viem.ts'

export interface Range {
  fromBlock: bigint
  toBlock: bigint
}

export interface Block {
  number: bigint
  /** Unix seconds. */
  timestamp: bigint
  /** Not zero where the block has logs. */
  logsBloom?: Hex | null
}

export interface RangeSearch<Found> {
  /**
   * Looks through what is new up to the latest block, in a limited number of requests: the next call goes on from there.
   * `lastTime`: Unix seconds by the chain, nothing happens in a later block. Once the node shows the logs of such a block,
   * everything is looked through once more; where that cannot be told, an hour later.
   */
  find(latest: Block, lastTime: number): Promise<Found | undefined>
  /** Whether the last call reached its latest block. */
  isUpToDate(): boolean
  /** Whether everything from the start to a late block was looked through after that block was there. */
  isComplete(): boolean
}

export interface RangeSearchOptions<Found> {
  start: bigint
  signal: AbortSignal
  findIn(range: Range): Promise<Found | undefined>
}

/** Requests of one call. */
const MAX_RANGES = 20
/** A node that refuses so few blocks refuses more than their number. */
const MIN_BLOCKS = 8n
const TOO_MANY_REQUESTS = 429
/** A node may be behind with its logs, and blocks may be replaced: so much is looked at again, by the clock of the chain. */
const OVERLAP_S = 60n

/** A node is assumed to be less behind with its logs. */
const MAX_LOGS_DELAY_S = 3_600

/** Blocks that are looked through in order. */
interface Pass {
  next: bigint
  end: bigint
}

/**
 * Searches the blocks since the start: all at once, and in smaller ranges where the node refuses to answer for so many. An
 * empty answer is never the last one about a block, because a node's logs may be late.
 */
export function createRangeSearch<Found>(
  client: Pick<ReadClient, 'getBlock' | 'request'>,
  { start, signal, findIn }: RangeSearchOptions<Found>,
): RangeSearch<Found> {
  let maxBlocks: bigint | undefined
  let isUpToDate = false
  const recent: Pass = { next: start, end: start }
  /** Where the pass after the recent one begins: what was younger when that began is looked at again. */
  let again: bigint | undefined
  let last: Pass | undefined
  const readSettled = createSettledReader(client, start)

  async function find(latest: Block, lastTime: number): Promise<Found | undefined> {
    if (!last && (await showsAll(client, latest, lastTime))) last = { next: start, end: latest.number }
    if (last && !isOver(last)) return run(last)
    again ??= await readSettled(latest)
    recent.end = latest.number
    const found = await run(recent)
    isUpToDate = isOver(recent)
    if (isUpToDate) {
      recent.next = again
      again = undefined
    }
    return found
  }

  async function run(pass: Pass): Promise<Found | undefined> {
    let isRefused = false
    for (let asked = 0; asked < MAX_RANGES && !isOver(pass); asked += 1) {
      signal.throwIfAborted()
      const { next, end } = pass
      const toBlock = maxBlocks === undefined ? end : minBigInt(next + maxBlocks - 1n, end)
      try {
        const found = await findIn({ fromBlock: next, toBlock })
        if (found) return found
        pass.next = toBlock + 1n
      } catch (error) {
        const blocks = toBlock - next + 1n
        const isTooMany = blocks > MIN_BLOCKS && getHttpStatus(error) !== TOO_MANY_REQUESTS
        if (isTooMany) maxBlocks = maxBigInt(blocks / 4n, MIN_BLOCKS)
        if (!isTooMany || !isAnswer(error)) throw error
        isRefused = true
      }
    }
    // It may have refused for a while, or for other blocks.
    if (maxBlocks !== undefined && !isRefused && !isOver(pass)) maxBlocks *= 2n
    return undefined
  }

  return {
    find,
    isUpToDate: () => isUpToDate,
    isComplete: () => last !== undefined && isOver(last),
  }
}

function isOver({ next, end }: Pass): boolean {
  return next > end
}

/** A block so much older than the latest that all nodes have its logs; the start where there is none since. */
function createSettledReader(client: Pick<ReadClient, 'getBlock'>, start: bigint) {
  let back = 5n
  return async (latest: Block): Promise<bigint> => {
    for (; latest.number - back > start; back *= 4n) {
      const blockNumber = latest.number - back
      const { timestamp } = await client.getBlock({ blockNumber })
      if (timestamp + OVERLAP_S <= latest.timestamp) return blockNumber
    }
    return start
  }
}

/** Whether the node shows all logs up to a time. It may be minutes behind: then that it shows none says nothing. */
async function showsAll(
  client: Pick<ReadClient, 'request'>,
  latest: Block,
  lastTime: number,
): Promise<boolean> {
  const lateS = Number(latest.timestamp) - lastTime
  if (lateS <= 0) return false
  return (await showsLogs(client, latest)) ?? lateS > MAX_LOGS_DELAY_S
}

/** Whether the node shows the logs of a block. Undefined where the block may have none, or the node refuses to show so many. */
async function showsLogs(
  client: Pick<ReadClient, 'request'>,
  { number, logsBloom }: Block,
): Promise<boolean | undefined> {
  const block = numberToHex(number)
  try {
    const filter = { fromBlock: block, toBlock: block }
    const logs = await client.request({ method: 'eth_getLogs', params: [filter] })
    if (logs.length > 0) return true
    return logsBloom && BigInt(logsBloom) !== 0n ? false : undefined
  } catch (error) {
    if (isAnswer(error)) return undefined
    throw error
  }
}

/** Whether it is the node's own, so that less may be asked for at once. A browser does not show every refusal as one. */
function isAnswer(error: unknown): boolean {
  return getRpcCode(error) !== undefined || getHttpStatus(error) !== undefined
}
