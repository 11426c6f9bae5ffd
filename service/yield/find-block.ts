import type { BlockHeader } from './chain-reader.ts'

/** Sanity limit. Every second probe halves the range, so no chain needs as many. */
const MAX_PROBES = 128

/**
 * Finds the last block at or before a timestamp, between two known blocks. Alternates interpolation
 * and bisection, so that irregular block times cannot slow the search.
 */
export async function findBlockAt(
  timestamp: bigint,
  {
    first,
    last,
    block,
  }: { first: BlockHeader; last: BlockHeader; block(number: bigint): Promise<BlockHeader> },
): Promise<BlockHeader> {
  if (timestamp <= first.timestamp) return first
  if (timestamp >= last.timestamp) return last
  let [before, after] = [first, last]
  for (let probe = 0; probe < MAX_PROBES && after.number - before.number > 1n; probe += 1) {
    const blocks = after.number - before.number
    const seconds = after.timestamp - before.timestamp
    const guess =
      probe % 2 === 0 && seconds > 0n ? ((timestamp - before.timestamp) * blocks) / seconds : blocks / 2n
    const offset = guess < 1n ? 1n : guess >= blocks ? blocks - 1n : guess
    const found = await block(before.number + offset)
    if (found.timestamp <= timestamp) before = found
    else after = found
  }
  return before
}

/**
 * Finds the first block that satisfies `holds`. `without` does not satisfy it, and `having` does.
 */
export async function findFirst(
  holds: (number: bigint) => Promise<boolean>,
  { without, having }: { without: bigint; having: bigint },
): Promise<bigint> {
  let [before, after] = [without, having]
  while (after - before > 1n) {
    const middle = before + (after - before) / 2n
    if (await holds(middle)) after = middle
    else before = middle
  }
  return after
}
