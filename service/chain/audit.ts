import type { Address } from '../../src/lib/address.ts'
import type { BlockReader, LiquidityModule } from '../modules/module.ts'
import type { Pool } from '../modules/pool.ts'
import type { ChainState } from './snapshot.ts'

const SAMPLE = 4

export interface AuditDeps {
  modules: readonly LiquidityModule[]
  /** Pinned to the state's block. */
  read: BlockReader
}

/** Reads a few pools again, other ones at each block: the addresses of those that memory has wrong. */
export async function auditState(state: ChainState, { modules, read }: AuditDeps): Promise<Address[]> {
  const sample = drawPools(state)
  const wrong: Address[] = []
  for (const module of modules) {
    const ours = sample.filter((pool) => pool.module === module.id)
    if (ours.length === 0) continue
    const theirs = await module.load(
      ours.map(({ identity }) => identity),
      read,
    )
    const fresh = new Map(theirs.map((pool) => [pool.address, pool.fingerprint()]))
    wrong.push(
      ...ours.filter((pool) => fresh.get(pool.address) !== pool.fingerprint()).map((pool) => pool.address),
    )
  }
  return wrong
}

/** Consecutive pools from a place that depends on the block. */
function drawPools(state: ChainState): Pool[] {
  const pools = state.pools()
  const start = pools.length === 0 ? 0 : Number(state.blockNumber % BigInt(pools.length))
  return [...pools.slice(start), ...pools.slice(0, start)].slice(0, SAMPLE)
}
