import type { Address } from '../../../wire/lib/address.ts'
import type { FollowedModule } from '../../modules/core/module.ts'
import { createBlockReader } from '../blocks/block-reader.ts'
import { createLogRange } from '../blocks/log-range.ts'
import { createChainNode, getMaxLogBlocks } from '../blocks/node.ts'
import { keepUpLedger } from '../discovery/discover.ts'
import { listNew } from '../discovery/list-pools.ts'
import { queryFactories } from '../discovery/query-factories.ts'
import { createRediscovery } from '../discovery/rediscovery.ts'
import type { RpcNodes } from '../rpc/rpc-nodes.ts'
import type { ChainState } from '../snapshot/snapshot.ts'
import type { SyncDeps } from './sync.ts'

/**
 * Periodically finds pools that memory lacks or no longer needs, and stores checkpoints of the
 * known ones.
 */
export interface PoolMaintenance {
  /** Starts if due, in the background, because a slow response must not delay a block. */
  start(state: ChainState): void
}

/** Queries factories for hub pairs on every 120th run (hourly). */
const ASK_EVERY = 120

const EVERY_MS = 30_000

export function createPoolMaintenance({
  deps,
  nodes,
  isKnown,
  everyMs = EVERY_MS,
}: {
  deps: SyncDeps
  nodes: Pick<RpcNodes, 'witness'>
  isKnown: (address: Address) => boolean
  /** Default: 30,000. */
  everyMs?: number | undefined
}): PoolMaintenance {
  const { config, client, memory, missed, signal, report } = deps
  /** Queries another node than the one followed, if there is one. */
  const { witness } = nodes
  const rediscovery = createRediscovery({
    node: createChainNode(witness),
    followed: deps.followed,
    fromBlock: BigInt(config.fromBlock),
    range: createLogRange(getMaxLogBlocks(config)),
  })
  let isRunning = false
  let isFailing = false
  let nextAtMs = performance.now() + everyMs
  let askAtMs = performance.now() + ASK_EVERY * everyMs
  /**
   * Alternates with the followed node, which was queried at the load. A node that hides a pool must
   * not hide it forever.
   */
  let isWitnessNext = true

  async function rediscover(state: ChainState): Promise<void> {
    for (const pool of await rediscovery.check(state)) {
      if (!isKnown(pool.identity.address)) missed.add(pool)
    }
  }

  async function ask(state: ChainState): Promise<void> {
    if (performance.now() < askAtMs) return
    const getKnown = (module: FollowedModule) => {
      const { pools, missed: found } = deps.ledger.source(module)
      return [...pools, ...found]
    }
    const read = readerAt(state, isWitnessNext ? witness : client)
    isWitnessNext = !isWitnessNext
    const found = await queryFactories({ ...deps, read, getKnown, isKnown })
    for (const pool of found) missed.add(pool)
    askAtMs = performance.now() + ASK_EVERY * everyMs
  }

  const readerAt = ({ blockHash, l1Fee }: ChainState, of = client) =>
    createBlockReader(of, { multicall3: config.multicall3, blockHash, l1Fee })

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

  /** Runs every step even if another one fails. Failed steps are retried at the next turn. */
  async function run(state: ChainState): Promise<void> {
    const errors: unknown[] = []
    for (const step of [rediscover, ask, list, rank, keepUp]) {
      await step(state).catch((error: unknown) => errors.push(error))
    }
    if (signal?.aborted) return
    const [error] = errors
    if (errors.length > 0) report({ type: 'maintenance-failed', error })
    else if (isFailing) report({ type: 'maintenance-recovered', blockNumber: state.blockNumber })
    isFailing = errors.length > 0
  }

  return {
    start(state) {
      if (isRunning || performance.now() < nextAtMs) return
      isRunning = true
      void run(state).finally(() => {
        nextAtMs = performance.now() + everyMs
        isRunning = false
      })
    },
  }
}
