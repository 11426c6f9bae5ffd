import type { Address } from '../../src/lib/address.ts'
import { createBlockReader } from './block-reader.ts'
import { keepUpLedger } from './discover.ts'
import type { Rediscovery } from './rediscovery.ts'
import type { ChainState } from './snapshot.ts'
import type { SyncDeps } from './sync.ts'

/** Looks from time to time for pools that memory lacks or need not have, and keeps the ledger up. */
export interface MissedLook {
  /** Where that is due. Beside following: a slow answer must not delay a block. */
  start(state: ChainState): void
}

export function createMissedLook({
  deps,
  rediscovery,
  isKnown,
  everyMs,
}: {
  deps: SyncDeps
  rediscovery: Rediscovery
  isKnown: (address: Address) => boolean
  everyMs: number
}): MissedLook {
  const { config, client, memory, missed } = deps
  let isLooking = false
  let lookAt = performance.now() + everyMs

  async function look(state: ChainState): Promise<void> {
    for (const pool of await rediscovery.look(state)) {
      if (!isKnown(pool.identity.address)) missed.add(pool)
    }
    const read = createBlockReader(client, { multicall3: config.multicall3, blockHash: state.blockHash })
    const { load, drop } = await memory.rank(state.poolIndex, read)
    deps.queue.add(load)
    for (const address of drop) deps.unwanted.add(address)
    for (const { module, identity } of await keepUpLedger(deps, state.blockNumber)) {
      if (!isKnown(identity.address)) missed.add({ module, identity })
    }
  }

  return {
    start(state) {
      if (isLooking || performance.now() < lookAt) return
      isLooking = true
      // What failed is asked again at the next turn.
      look(state)
        .catch(() => undefined)
        .finally(() => {
          lookAt = performance.now() + everyMs
          isLooking = false
        })
    },
  }
}
