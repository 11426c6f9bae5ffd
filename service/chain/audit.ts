import type { Address } from '../../src/lib/address.ts'
import type { BlockReader, LiquidityModules } from '../modules/core/module.ts'
import type { Pool } from '../modules/core/pool.ts'
import type { ChainState } from './snapshot.ts'

const SAMPLE = 4

export interface AuditDeps {
  modules: LiquidityModules
  /** Pinned to the state's block. */
  read: BlockReader
}

/**
 * Reads pools again: by default a few, different ones per block. Returns the addresses of those that differ from memory.
 */
export async function auditState(
  state: ChainState,
  deps: AuditDeps,
  sample: readonly Pool[] = drawPools(state),
): Promise<Address[]> {
  const fresh = new Map<Address, string>()
  for (const pool of await readAgain(sample, deps)) fresh.set(pool.address, pool.fingerprint())
  return sample.filter((pool) => fresh.get(pool.address) !== pool.fingerprint()).map(({ address }) => address)
}

async function readAgain(sample: readonly Pool[], { modules, read }: AuditDeps): Promise<Pool[]> {
  const of = (id: string) => sample.filter((pool) => pool.module === id)
  const followed = modules.followed.map((module) => {
    const identities = of(module.id).map(({ identity }) => identity)
    return identities.length > 0 ? module.load(identities, read) : []
  })
  const sampled = modules.sampled.map((module) => (of(module.id).length > 0 ? module.sample(read) : []))
  return (await Promise.all([...followed, ...sampled])).flat()
}

/** Consecutive pools from an index that depends on the block. */
function drawPools(state: ChainState): Pool[] {
  const pools = state.pools()
  const start = pools.length === 0 ? 0 : Number(state.blockNumber % BigInt(pools.length))
  return [...pools.slice(start), ...pools.slice(0, start)].slice(0, SAMPLE)
}
