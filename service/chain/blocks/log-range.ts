/** The number of blocks per log request, learned from what the nodes served and refused. */
export interface LogRange {
  size(): number
  accepted(blocks: number): void
  /** The nodes refused this many blocks as too many. */
  refused(blocks: number): void
  /**
   * The request failed for another or an unknown reason. Reduces the range after two failures in a
   * row, or after a failure at a size that was never served, because refusals have no standard
   * wording. Returns whether the range was reduced. Never divides a single block.
   */
  failed(blocks: number): boolean
}

/** Accepted ranges before a refused size is tried again. Doubles after each failed attempt. */
const FIRST_PATIENCE = 8
const LAST_PATIENCE = 64
const FAILURES_BEFORE_HALVING = 2
/**
 * The search ends this close below the limit, as a share of the size, because each step up costs a
 * refused request.
 */
const CLOSE = 1 / 8

/** Halves after a refusal, grows after a success, and settles just below the last refused size. */
export function createLogRange(maxBlocks: number): LogRange {
  let size = maxBlocks
  let refusedAt = maxBlocks + 1
  /** The value of `refusedAt` before a larger size was tried again. */
  let refusedBefore: number | undefined
  /** The largest size served since a size this small was refused. */
  let served = 0
  let accepted = 0
  let patience = FIRST_PATIENCE
  let failures = 0

  function refused(blocks: number): void {
    if (accepted > 0) patience = Math.min(patience * 2, LAST_PATIENCE)
    accepted = 0
    failures = 0
    if (served >= blocks) served = 0
    const isKnown = refusedBefore !== undefined && blocks >= refusedBefore
    refusedAt = isKnown && refusedBefore ? refusedBefore : Math.max(2, blocks)
    refusedBefore = undefined
    size = Math.min(size, refusedAt - 1, Math.max(1, Math.floor(blocks / 2), served))
  }

  function grow(): void {
    if (accepted % patience === 0 && refusedAt <= maxBlocks) {
      refusedBefore ??= refusedAt
      refusedAt = Math.min(refusedAt * 2, maxBlocks + 1)
    }
    if (refusedAt > maxBlocks) size = Math.min(size * 2, maxBlocks)
    else if (refusedAt - size > Math.max(1, size * CLOSE))
      size = Math.min(size * 2, Math.floor((size + refusedAt) / 2))
  }

  return {
    size: () => size,
    accepted(blocks) {
      failures = 0
      served = Math.max(served, blocks)
      if (blocks < size) return
      accepted += 1
      if (refusedBefore !== undefined && blocks >= refusedBefore) refusedBefore = undefined
      grow()
    },
    refused,
    failed(blocks) {
      failures += 1
      const isGrowth = served > 0 && blocks > served
      if (blocks <= 1 || (!isGrowth && failures < FAILURES_BEFORE_HALVING)) return false
      refused(blocks)
      return true
    },
  }
}
