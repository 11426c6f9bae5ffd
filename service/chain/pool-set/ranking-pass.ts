import type { KnownPool, KnownPools } from './known-pools.ts'

/** Iterates over the pools with a measurable worth once an hour, in slices. */
export interface RankingPass {
  /** Ends the current pass. The next pass begins an hour later. */
  reset(): void
  /** Returns the next slice, or undefined while no pass is due. */
  next(now: number): KnownPool[] | undefined
}

/** Time from the start of one pass over all pools to the start of the next. */
const RANK_EVERY_MS = 3_600_000
/** Limits the turns of a pass. Turns come every 30 s, and each may take as long itself. */
const MAX_RANK_TURNS = 60

export function createRankingPass({
  known,
  isMeasurable,
  minSlice,
  nowMs,
}: {
  known: KnownPools
  isMeasurable: (pool: KnownPool) => boolean
  minSlice: number
  nowMs: () => number
}): RankingPass {
  /** The rest of the current pass. */
  let pass: { pools: Iterator<KnownPool>; size: number } | undefined
  let nextAt = 0

  return {
    reset() {
      pass = undefined
      nextAt = nowMs() + RANK_EVERY_MS
    },

    next(now) {
      if (!pass && now < nextAt) return undefined
      if (!pass) {
        const size = Math.max(minSlice, Math.ceil(known.size / MAX_RANK_TURNS))
        pass = { pools: known.all()[Symbol.iterator](), size }
        nextAt = now + RANK_EVERY_MS
      }
      const slice: KnownPool[] = []
      while (pass && slice.length < pass.size) {
        const next = pass.pools.next()
        if (next.done) pass = undefined
        else if (isMeasurable(next.value)) slice.push(next.value)
      }
      return slice
    },
  }
}
