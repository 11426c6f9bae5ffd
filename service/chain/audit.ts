import type { Address } from '../../src/lib/address.ts'
import type { BlockReader, LiquidityModules } from '../modules/core/module.ts'
import type { Pool } from '../modules/core/pool.ts'
import type { ChainState } from './snapshot.ts'

const MIN_SAMPLE = 4
/** What was missed, while audits failed or the chain stood still, is made up for some at a time. */
const MAX_SAMPLE = 256
/** Audits within which every pool is read. */
const AUDITS_PER_TURN = 1_024

export interface AuditDeps {
  modules: LiquidityModules
  /** Pinned to the block of the pools. */
  read: BlockReader
}

/** Goes through all pools, some at a time. */
export interface AuditCursor {
  /** The next pools, in a random order; after the last begins the next turn. */
  next(state: ChainState): readonly Pool[]
}

export interface AuditCursorOptions {
  random?: () => number
  minSample?: number
  /** Within which every pool is read, however seldom `next` is called. Default: within 1,024 calls, whatever time these take. */
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

  /** So many that the turn ends with its audits, and with its time. */
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

/** Reads pools again. Returns the addresses of those that differ from memory. */
export async function auditPools(sample: readonly Pool[], deps: AuditDeps): Promise<Address[]> {
  const fresh = new Map<Address, string>()
  for (const pool of await readPools(sample, deps)) fresh.set(pool.address, pool.fingerprint())
  return sample.filter((pool) => fresh.get(pool.address) !== pool.fingerprint()).map(({ address }) => address)
}

/** Their state at the block that the reader is pinned to. */
export async function readPools(sample: readonly Pool[], { modules, read }: AuditDeps): Promise<Pool[]> {
  const of = (id: string) => sample.filter((pool) => pool.module === id)
  const followed = modules.followed.map((module) => {
    const identities = of(module.id).map(({ identity }) => identity)
    return identities.length > 0 ? module.load(identities, read) : []
  })
  const sampled = modules.sampled.map((module) => (of(module.id).length > 0 ? module.sample(read) : []))
  return (await Promise.all([...followed, ...sampled])).flat()
}
