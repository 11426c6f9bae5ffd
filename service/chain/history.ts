import type { Hex } from '../../src/lib/address.ts'
import type { ChainState } from './snapshot.ts'

/** The newest snapshots of one branch, so that a reorg can go back to the common ancestor. */
export interface History {
  latest(): ChainState | undefined
  find(blockHash: Hex): ChainState | undefined
  /** Whether a block at this height may be among the snapshots. */
  reaches(blockNumber: bigint): boolean
  /** Appends after `parent` and drops the snapshots after it; without a parent, drops all. */
  push(state: ChainState, parent?: ChainState): void
  /** Puts another snapshot of the same block in the place of the newest. */
  replaceLatest(state: ChainState): void
  /** Drops the snapshots after this one. */
  rollBackTo(state: ChainState): void
  clear(): void
}

export function createHistory(capacity: number): History {
  let states: ChainState[] = []

  function upTo(state: ChainState): ChainState[] {
    return states.slice(0, states.indexOf(state) + 1)
  }

  return {
    latest: () => states.at(-1),
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
