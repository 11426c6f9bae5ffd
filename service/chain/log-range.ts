/** How many blocks to ask a node for at a time, as learned from what it answered and refused. */
export interface LogRange {
  size(): number
  accepted(blocks: number): void
  refused(blocks: number): void
}

/** Accepted ranges after which a larger one is tried again: the limit may be one of results, and these vary. */
const ACCEPTED_BEFORE_RETRY = 64

/** Halves on refusal, doubles on success, and settles just below what was refused last. */
export function createLogRange(maxBlocks: number): LogRange {
  let size = maxBlocks
  let refusedAt = maxBlocks + 1
  let accepted = 0

  return {
    size: () => size,
    accepted(blocks) {
      if (blocks < size) return
      accepted += 1
      if (accepted >= ACCEPTED_BEFORE_RETRY) {
        accepted = 0
        refusedAt = Math.min(refusedAt * 2, maxBlocks + 1)
      }
      const isBounded = refusedAt <= maxBlocks
      size = isBounded
        ? Math.min(size * 2, Math.floor((size + refusedAt) / 2))
        : Math.min(size * 2, maxBlocks)
    },
    refused(blocks) {
      accepted = 0
      refusedAt = Math.max(2, blocks)
      size = Math.min(size, Math.max(1, Math.floor(blocks / 2)))
    },
  }
}
