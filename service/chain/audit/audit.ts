import type { Address } from '../../../wire/lib/address.ts'
import type { BlockReader, LiquidityModules } from '../../modules/core/module.ts'
import type { Pool } from '../../modules/core/pool.ts'
import type { ChainState } from '../snapshot/snapshot.ts'

const MIN_SAMPLE = 4
/** Limits how many overdue pools one audit reads after failed audits or a pause of the chain. */
const MAX_SAMPLE = 256
/** Every pool is read once within this many audits. */
const AUDITS_PER_TURN = 1_024

export interface AuditDeps {
  modules: LiquidityModules
  /** Pinned to the block of the pools. */
  read: BlockReader
}

/** Iterates over all pools in batches. */
export interface AuditCursor {
  /** Returns the next pools in random order. A new round starts after the last pool. */
  next(state: ChainState): readonly Pool[]
}

export interface AuditCursorOptions {
  random?: () => number
  minSample?: number
  /**
   * Every pool is read within this time, however rarely `next` is called. Default: within 1,024
   * calls, without a time limit.
   */
  turnMs?: number
  nowMs?: () => number
}

export function createAuditCursor({
  random = Math.random,
  minSample = MIN_SAMPLE,
  turnMs = Number.POSITIVE_INFINITY,
  nowMs = () => performance.now(),
}: AuditCursorOptions = {}): AuditCursor {
  let left: Address[] = []
  let total = 0
  let begunAt = 0

  function beginTurn({ poolIndex }: ChainState): void {
    left = Array.from(poolIndex.contracts(), ({ address }) => address)
    for (let i = left.length - 1; i > 0; i -= 1) {
      const j = Math.floor(random() * (i + 1))
      ;[left[i], left[j]] = [left[j] as Address, left[i] as Address]
    }
    total = left.length
    begunAt = nowMs()
  }

  /** Returns a count that finishes the round within its number of audits and its time. */
  function getCount(): number {
    const due = total * Math.min(1, (nowMs() - begunAt) / turnMs)
    const late = Math.min(MAX_SAMPLE, Math.ceil(due) - (total - left.length))
    return Math.max(minSample, Math.ceil(total / AUDITS_PER_TURN), late)
  }

  return {
    next(state) {
      if (left.length === 0) beginTurn(state)
      return left.splice(-getCount()).flatMap((address) => state.pool(address) ?? [])
    },
  }
}

/** Reads pools again and returns the addresses of the ones that differ from memory. */
export async function auditPools(sample: readonly Pool[], deps: AuditDeps): Promise<Address[]> {
  const fresh = new Map<Address, string>()
  for (const pool of await readPools(sample, deps)) fresh.set(pool.address, pool.fingerprint())
  return sample.filter((pool) => fresh.get(pool.address) !== pool.fingerprint()).map(({ address }) => address)
}

/** Returns the state of the pools at the block that the reader is pinned to. */
export async function readPools(sample: readonly Pool[], { modules, read }: AuditDeps): Promise<Pool[]> {
  const of = (id: string) => sample.filter((pool) => pool.module === id)
  const followed = modules.followed.map((module) => {
    const identities = of(module.id).map(({ identity }) => identity)
    return identities.length > 0 ? module.load(identities, read) : []
  })
  const sampled = modules.sampled.map((module) => (of(module.id).length > 0 ? module.sample(read) : []))
  return (await Promise.all([...followed, ...sampled])).flat()
}
