import type { Hex } from '../../../wire/lib/address.ts'
import type { ChainState } from './snapshot.ts'

/** Depth of the deepest reorg that is handled without a reload. */
export const MAX_REORG_BLOCKS = 32

/** The newest snapshots of one branch. A reorg goes back to the common ancestor. */
export interface History {
  latest(): ChainState | undefined
  oldest(): ChainState | undefined
  find(blockHash: Hex): ChainState | undefined
  /** Checks whether a block at this height may be among the snapshots. */
  reaches(blockNumber: bigint): boolean
  /** Appends after `parent` and drops the snapshots after it. Without a parent, drops all. */
  push(state: ChainState, parent?: ChainState): void
  /** Replaces the newest snapshot with another one of the same block. */
  replaceLatest(state: ChainState): void
  /** Drops the snapshots after this one. */
  rollBackTo(state: ChainState): void
  clear(): void
}

export function createHistory(capacity = MAX_REORG_BLOCKS + 1): History {
  let states: ChainState[] = []

  function upTo(state: ChainState): ChainState[] {
    return states.slice(0, states.indexOf(state) + 1)
  }

  return {
    latest: () => states.at(-1),
    oldest: () => states[0],
    find: (blockHash) => states.findLast((state) => state.blockHash === blockHash),
    reaches: (blockNumber) => {
      const oldest = states[0]
      return oldest !== undefined && blockNumber >= oldest.blockNumber
    },
    push(state, parent) {
      states = [...(parent ? upTo(parent) : []), state].slice(-capacity)
    },
    replaceLatest(state) {
      states = [...states.slice(0, -1), state]
    },
    rollBackTo(state) {
      states = upTo(state)
    },
    clear() {
      states = []
    },
  }
}
