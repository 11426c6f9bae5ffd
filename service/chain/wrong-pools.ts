import type { Address } from '../../src/lib/address.ts'
import type { FollowedModule } from '../modules/core/module.ts'
import type { Pool } from '../modules/core/pool.ts'
import type { ChainEvent } from './chain-events.ts'
import type { MissedPool } from './rediscovery.ts'
import { type ChainState, createSnapshot } from './snapshot.ts'

/**
 * Pools that nodes read otherwise than memory has them. They are not served until they were read anew; one that is wrong again soon
 * is set aside, as its state may change without a log, or be modelled wrongly: reading it again each time would cost the nodes too much.
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

/** For as long a pool that was wrong may not be so again, and is set aside where it is. */
const SET_ASIDE_MS = 3_600_000

export function createWrongPools({
  missed,
  followed,
  report,
  onChange,
  nowMs = () => performance.now(),
}: WrongPoolsDeps): WrongPools {
  /** When pools were wrong last. */
  const wrongAt = new Map<Address, number>()
  /** Until when they are set aside. */
  const setAside = new Map<Address, number>()

  function forgetPast(): void {
    const now = nowMs()
    for (const [address, at] of wrongAt) if (now - at > SET_ASIDE_MS) wrongAt.delete(address)
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
      const again = pools.filter(({ address }) => wrongAt.has(address)).map(({ address }) => address)
      for (const pool of pools) {
        const { address, identity } = pool
        wrongAt.set(address, nowMs())
        // Others are read with each block.
        const module = followed.find(({ id }) => id === pool.module)
        if (module) missed.add({ module, identity, isWrong: true })
      }
      for (const address of again) setAside.set(address, nowMs() + SET_ASIDE_MS)
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
