import type { Hex } from '../../wire/lib/address.ts'
import { maxBigInt, minBigInt } from '../../wire/lib/amount.ts'
import type { ReadClient } from './read-actions.ts'
import { readLogs } from './read-logs.ts'
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
  /** Not zero if the block has logs. */
  logsBloom?: Hex | null
}

export interface RangeSearch<Found> {
  /**
   * Searches new blocks up to the latest one in a limited number of requests; the next call resumes
   * there. `lastTime` is in Unix seconds by the chain's clock: nothing happens in a later block.
   * Once the node returns the logs of such a block, or an hour later if that is unknown, all blocks
   * are searched once more.
   */
  find(latest: Block, lastTime: number): Promise<Found | undefined>
  /** True if the last call reached its latest block. */
  isUpToDate(): boolean
  /** True if all blocks up to a late block were searched after that block existed. */
  isComplete(): boolean
}

export interface RangeSearchOptions<Found> {
  start: bigint
  signal: AbortSignal
  findIn(range: Range): Promise<Found | undefined>
}

/** The number of requests of one call. */
const MAX_RANGES = 20
/** A node that rejects this few blocks has another reason. */
const MIN_BLOCKS = 8n
const TOO_MANY_REQUESTS = 429
/**
 * Blocks this recent are searched again, by the chain's clock: a node's logs may lag, and blocks
 * may be replaced.
 */
const OVERLAP_S = 60n

/** The longest assumed lag of a node's logs. */
const MAX_LOGS_DELAY_S = 3_600

/** Blocks that are searched in order. */
interface Pass {
  next: bigint
  end: bigint
}

/**
 * Searches the blocks since the start: all in one request, or in smaller ranges if the node rejects
 * that. An empty response is never final, because a node's logs may be late.
 */
export function createRangeSearch<Found>(
  client: Pick<ReadClient, 'getBlock' | 'request'>,
  { start, signal, findIn }: RangeSearchOptions<Found>,
): RangeSearch<Found> {
  let maxBlocks: bigint | undefined
  let isUpToDate = false
  const recent: Pass = { next: start, end: start }
  /**
   * The start of the pass after the recent one. Blocks that were recent when that pass began are
   * searched again.
   */
  let again: bigint | undefined
  let last: Pass | undefined
  const readSettled = createSettledReader(client, start)

  async function find(latest: Block, lastTime: number): Promise<Found | undefined> {
    // A node that reports an earlier time now had a wrong clock, or its blocks were replaced.
    if (Number(latest.timestamp) <= lastTime) last = undefined
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
    // The node may have rejected temporarily, or because of other blocks.
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

/** A block old enough that all nodes have its logs; the start if no such block exists since. */
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

/**
 * True if the node returns all logs up to a time. An empty response proves nothing, because logs
 * may be minutes late.
 */
async function showsAll(
  client: Pick<ReadClient, 'request'>,
  latest: Block,
  lastTime: number,
): Promise<boolean> {
  const lateS = Number(latest.timestamp) - lastTime
  if (lateS <= 0) return false
  return (await showsLogs(client, latest)) ?? lateS > MAX_LOGS_DELAY_S
}

/**
 * True if the node returns the logs of a block. Undefined if the block may have none, or the node
 * refuses the request.
 */
async function showsLogs(
  client: Pick<ReadClient, 'request'>,
  { number, logsBloom }: Block,
): Promise<boolean | undefined> {
  const block = numberToHex(number)
  try {
    const filter = { fromBlock: block, toBlock: block }
    const logs = await readLogs(client, filter)
    if (logs.length > 0) return true
    return logsBloom && BigInt(logsBloom) !== 0n ? false : undefined
  } catch (error) {
    if (isAnswer(error)) return undefined
    throw error
  }
}

/**
 * True if the node itself failed, so that a smaller range may help. A browser hides some of these
 * failures.
 */
function isAnswer(error: unknown): boolean {
  return getRpcCode(error) !== undefined || getHttpStatus(error) !== undefined
}
