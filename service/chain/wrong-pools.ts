import type { Address } from '../../src/lib/address.ts'
import type { FollowedModule } from '../modules/core/module.ts'
import type { Pool } from '../modules/core/pool.ts'
import type { ChainEvent } from './chain-events.ts'
import type { MissedPool } from './rediscovery.ts'
import { type ChainState, createSnapshot } from './snapshot.ts'

/**
 * Pools that nodes read otherwise than memory has them. They are not served until they were read anew; one that is wrong again soon
 * is set aside for some minutes, and longer each time: its state may change without a log, or be modelled wrongly, and reading it again
 * each time would cost the nodes too much.
 */
export interface WrongPools {
  add(pools: readonly Pool[], blockNumber: bigint): void
  /** All pools were read anew. */
  loaded(): void
  /** Whether it is one of them. */
  has(address: Address): boolean
  /** The snapshot without them. */
  hideIn(state: ChainState): ChainState
}

export interface WrongPoolsDeps {
  /** Pools to read with the next block. */
  missed: Set<MissedPool>
  followed: readonly FollowedModule[]
  report: (event: ChainEvent) => void
  /** Some more are hidden. */
  onChange: () => void
  nowMs?: () => number
}

/** A pool that is wrong again is set aside so long at first, in case that a node left out its logs twice; then twice as long each time. */
const FIRST_ASIDE_MS = 300_000
const MAX_ASIDE_MS = 3_600_000
/** For how long it counts that a pool was wrong. */
const MEMORY_MS = 2 * MAX_ASIDE_MS

export function createWrongPools({
  missed,
  followed,
  report,
  onChange,
  nowMs = () => performance.now(),
}: WrongPoolsDeps): WrongPools {
  /** When pools were wrong last, and how many times. */
  const known = new Map<Address, { at: number; times: number }>()
  /** Until when they are set aside. */
  const setAside = new Map<Address, number>()

  function forgetPast(): void {
    const now = nowMs()
    for (const [address, { at }] of known) if (now - at > MEMORY_MS) known.delete(address)
    for (const [address, until] of setAside) if (now > until) setAside.delete(address)
  }

  function getHidden(): Set<Address> {
    forgetPast()
    const unread = [...missed].filter(({ isWrong, foundAt }) => isWrong && foundAt === undefined)
    return new Set([...setAside.keys(), ...unread.map(({ identity }) => identity.address)])
  }

  return {
    add(pools, blockNumber) {
      forgetPast()
      const again: Address[] = []
      for (const pool of pools) {
        const { address, identity } = pool
        const before = known.get(address)?.times ?? 0
        known.set(address, { at: nowMs(), times: before + 1 })
        if (before > 0) {
          again.push(address)
          setAside.set(address, nowMs() + Math.min(MAX_ASIDE_MS, FIRST_ASIDE_MS * 2 ** (before - 1)))
        }
        // Others are read with each block.
        const module = followed.find(({ id }) => id === pool.module)
        if (module) missed.add({ module, identity, isWrong: true })
      }
      onChange()
      if (again.length > 0) report({ type: 'set-aside', blockNumber, pools: again })
    },

    loaded() {
      for (const one of missed) if (one.isWrong) missed.delete(one)
    },

    has: (address) => getHidden().has(address),

    hideIn(state) {
      const present = [...getHidden()].filter((address) => state.poolIndex.contract(address))
      if (present.length === 0) return state
      const poolIndex = state.poolIndex.with(new Map(present.map((address) => [address, undefined])))
      return createSnapshot(state.header, { poolIndex, sampled: state.sampled }, state.shared)
    },
  }
}
