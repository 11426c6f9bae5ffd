import type { Address } from '../../../wire/lib/address.ts'
import { getPools } from '../snapshot/pool-index.ts'
import { type ChainState, createSnapshot } from '../snapshot/snapshot.ts'

/**
 * Removes pools whose account cannot transfer one of their tokens, for example because a stablecoin
 * blocks it.
 */
export function hideBlockedPools(
  state: ChainState,
  blocked: ReadonlyMap<string, ReadonlySet<Address>>,
): ChainState {
  const hidden = new Set<Address>()
  for (const [token, holders] of blocked) {
    for (const contract of state.poolIndex.holding(token) as readonly Address[]) {
      const pools = getPools(state.poolIndex.contract(contract))
      const isBlocked = pools.some(
        ({ tokens, holder, address }) => tokens.includes(token as Address) && holders.has(holder ?? address),
      )
      if (isBlocked) hidden.add(contract)
    }
  }
  if (hidden.size === 0) return state
  const poolIndex = state.poolIndex.with(new Map(Array.from(hidden, (address) => [address, undefined])))
  return createSnapshot(state.header, { poolIndex, sampled: state.sampled }, state.shared)
}
