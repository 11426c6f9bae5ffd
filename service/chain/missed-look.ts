import type { Address } from '../../src/lib/address.ts'
import { createBlockReader } from './block-reader.ts'
import { keepUpLedger } from './discover.ts'
import { listNew } from './list-pools.ts'
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
  const { config, client, memory, missed, signal, report } = deps
  let isLooking = false
  let isFailing = false
  let lookAt = performance.now() + everyMs

  async function rediscover(state: ChainState): Promise<void> {
    for (const pool of await rediscovery.look(state)) {
      if (!isKnown(pool.identity.address)) missed.add(pool)
    }
  }

  const readerAt = ({ blockHash, l1Fee }: ChainState) =>
    createBlockReader(client, { multicall3: config.multicall3, blockHash, l1Fee })

  async function list(state: ChainState): Promise<void> {
    const { found, errors } = await listNew({ ...deps, read: readerAt(state) })
    for (const pool of found) {
      if (!isKnown(pool.identity.address)) missed.add({ ...pool, isListed: true })
    }
    if (errors.length > 0) throw errors[0]
  }

  async function rank(state: ChainState): Promise<void> {
    const read = readerAt(state)
    const { load, drop } = await memory.rank(state.poolIndex, read)
    deps.queue.add(load)
    for (const address of drop) deps.unwanted.add(address)
  }

  async function keepUp(state: ChainState): Promise<void> {
    for (const { module, identity } of await keepUpLedger(deps, state.blockNumber)) {
      if (!isKnown(identity.address)) missed.add({ module, identity })
    }
  }

  /** What fails of it is asked again at the next turn, and keeps nothing else of it from being done. */
  async function look(state: ChainState): Promise<void> {
    const errors: unknown[] = []
    for (const step of [rediscover, list, rank, keepUp]) {
      await step(state).catch((error: unknown) => errors.push(error))
    }
    if (signal?.aborted) return
    const [error] = errors
    if (errors.length > 0) report({ type: 'look-failed', error })
    else if (isFailing) report({ type: 'looked', blockNumber: state.blockNumber })
    isFailing = errors.length > 0
  }

  return {
    start(state) {
      if (isLooking || performance.now() < lookAt) return
      isLooking = true
      void look(state).finally(() => {
        lookAt = performance.now() + everyMs
        isLooking = false
      })
    },
  }
}
