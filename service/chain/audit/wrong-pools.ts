import type { Address } from '../../../wire/lib/address.ts'
import type { FollowedModule } from '../../modules/core/module.ts'
import type { Pool } from '../../modules/core/pool.ts'
import type { MissedPool } from '../discovery/rediscovery.ts'
import { type ChainState, createSnapshot } from '../snapshot/snapshot.ts'
import type { AuditEvent } from './audit-events.ts'

/**
 * Pools whose state in memory differs from the nodes. They are hidden until reloaded. A pool that
 * is wrong again soon is set aside for some minutes, and longer each time: its state may change
 * without a log or be modelled wrongly, and frequent reloads would overload the nodes.
 */
export interface WrongPools {
  add(pools: readonly Pool[], blockNumber: bigint): void
  /** All pools were reloaded. */
  loaded(): void
  /** Checks whether a pool is hidden. */
  has(address: Address): boolean
  /** Returns the snapshot without the hidden pools. */
  hideIn(state: ChainState): ChainState
}

export interface WrongPoolsDeps {
  /** Pools to read with the next block. */
  missed: Set<MissedPool>
  followed: readonly FollowedModule[]
  report: (event: AuditEvent) => void
  /** Called when more pools are hidden. */
  onChange: () => void
  nowMs?: () => number
}

/**
 * How long a repeatedly wrong pool is set aside at first, in case a node omitted its logs twice.
 * Doubles each time.
 */
const FIRST_ASIDE_MS = 300_000
const MAX_ASIDE_MS = 3_600_000
/** How long a wrong pool is remembered. */
const MEMORY_MS = 2 * MAX_ASIDE_MS

export function createWrongPools({
  missed,
  followed,
  report,
  onChange,
  nowMs = () => performance.now(),
}: WrongPoolsDeps): WrongPools {
  /** When pools were last wrong, and how often. */
  const known = new Map<Address, { at: number; times: number }>()
  /** When pools end being set aside. */
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
        // Sampled pools are read at every block.
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
