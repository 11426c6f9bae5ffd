import type { Address } from '../../../wire/lib/address.ts'

/** Pools involved in failed quotes, in the order in which they are read again. */
export interface Suspects {
  add(pools: readonly Address[]): void
  /** Returns the pools to read again at this block: few, and each pool rarely. */
  take(blockNumber: bigint): readonly Address[]
}

export interface SuspectLimits {
  /** Milliseconds for which a pool is not suspected after it was read again. */
  cooldownMs: number
  /** Pools read again per block. */
  perBlock: number
}

/** A concentrated pool can take 700 contract calls: three requests to a node. */
const LIMITS: SuspectLimits = { cooldownMs: 60_000, perBlock: 4 }
const MAX_WAITING = 64

/** Limits the load that untrusted callers can cause on nodes with failing quotes. */
export function createSuspects(
  { cooldownMs, perBlock }: SuspectLimits = LIMITS,
  nowMs: () => number = () => performance.now(),
): Suspects {
  const waiting = new Set<Address>()
  /** When pools may be suspected again, soonest first. */
  const cooling = new Map<Address, number>()
  let taken = { blockNumber: -1n, pools: 0 }

  function forgetCooled(): void {
    const now = nowMs()
    for (const [address, until] of cooling) {
      if (until > now) return
      cooling.delete(address)
    }
  }

  return {
    add(pools) {
      forgetCooled()
      for (const address of pools) {
        if (waiting.size >= MAX_WAITING) return
        if (!cooling.has(address)) waiting.add(address)
      }
    },
    take(blockNumber) {
      if (taken.blockNumber !== blockNumber) taken = { blockNumber, pools: 0 }
      const pools = [...waiting].slice(0, perBlock - taken.pools)
      taken.pools += pools.length
      for (const address of pools) {
        waiting.delete(address)
        cooling.set(address, nowMs() + cooldownMs)
      }
      return pools
    },
  }
}
