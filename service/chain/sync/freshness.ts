import type { ChainServiceConfig } from '../../config/types.ts'
import type { Block } from '../blocks/block.ts'

const MIN_MS = 15_000
const BLOCKS = 3
const MIN_LAG_SECONDS = 120
const MIN_DOUBT_MS = 5_000
const DOUBT_BLOCKS = 2

/**
 * Tracks the age of the head, both since its last change (monotonic clock) and by its timestamp.
 */
export interface Freshness {
  /**
   * Records a head that a node returned, known since `learnedAt` (default: now). An older head does
   * not reset the age.
   */
  seen(head: Pick<Block, 'blockNumber' | 'blockHash' | 'timestamp'>, learnedAt?: number): void
  headAgeMs(): number
  /** Checks whether the head should have moved or is too old. Turns true earlier than `isStale`. */
  isDoubtful(): boolean
  /**
   * Seconds that the head's timestamp is behind the local clock, or negative if ahead. Undefined
   * within the limits.
   */
  lagSeconds(): number | undefined
  isStale(): boolean
}

/** Explains a lag that exceeds the limits. */
export function describeLag(seconds: number | undefined): string | undefined {
  if (seconds === undefined) return undefined
  return seconds > 0
    ? `the newest block is ${seconds} s old by its own clock`
    : `the newest block is ${-seconds} s ahead of this machine's clock: one of the two is wrong`
}

export function createFreshness({
  blockSeconds,
  maxLagSeconds = Math.max(MIN_LAG_SECONDS, blockSeconds * BLOCKS),
  maxLeadSeconds = Number.POSITIVE_INFINITY,
}: Pick<ChainServiceConfig, 'blockSeconds' | 'maxLagSeconds' | 'maxLeadSeconds'>): Freshness {
  const limitMs = Math.max(MIN_MS, blockSeconds * 1000 * BLOCKS)
  let head: Parameters<Freshness['seen']>[0] | undefined
  let movedAt: number | undefined
  let seenAt: number | undefined
  const getAge = (at: number | undefined) =>
    at === undefined ? Number.POSITIVE_INFINITY : performance.now() - at

  const getLag = () => (head ? Math.round(Date.now() / 1000) - Number(head.timestamp) : 0)

  function lagSeconds(): number | undefined {
    const lag = getLag()
    return lag > maxLagSeconds || -lag > maxLeadSeconds ? lag : undefined
  }

  return {
    seen(next, learnedAt) {
      seenAt = performance.now()
      if (!head || next.blockNumber > head.blockNumber) movedAt = learnedAt ?? seenAt
      head = next
    },
    headAgeMs: () => getAge(movedAt),
    isDoubtful: () =>
      getAge(movedAt) > Math.max(MIN_DOUBT_MS, blockSeconds * 1000 * DOUBT_BLOCKS) ||
      getLag() * 1000 > limitMs,
    lagSeconds,
    // Without regular blocks, the age counts from the last response of the node.
    isStale: () => getAge(blockSeconds > 0 ? movedAt : seenAt) > limitMs || lagSeconds() !== undefined,
  }
}
