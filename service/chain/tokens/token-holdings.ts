import type { Address } from '../../../wire/lib/address.ts'
import { getPools, type PoolIndex } from '../snapshot/pool-index.ts'
import type { ChainState } from '../snapshot/snapshot.ts'
import type { Bookmark } from '../snapshot/versioned-map.ts'
import type { Holding } from './probe-transfers.ts'

/** Holders per token from which transfers are probed. */
const MAX_HOLDERS = 5

/** Returns each unknown token of a healthy pool, with its largest holders. */
export function findUnknown(
  state: ChainState,
  { known, lastSeen }: { known: ReadonlyMap<string, unknown>; lastSeen: Bookmark | undefined },
): Holding[] {
  const { poolIndex } = state
  const changed = lastSeen && poolIndex.changedSince(lastSeen)
  const pools = changed
    ? [...changed].flatMap((address) => getPools(poolIndex.contract(address)))
    : poolIndex.pools()
  const tokens = new Set<Address>()
  for (const pool of pools) {
    if (!pool.isHealthy) continue
    for (const token of pool.tokens) if (!known.has(token)) tokens.add(token)
  }
  return [...tokens].flatMap((token) => findHolding(token, state) ?? [])
}

/** Returns holdings of the first tokens that a healthy pool trades. */
export function findHoldings(
  tokens: Iterable<Address>,
  { state, max }: { state: ChainState; max: number },
): Holding[] {
  const found: Holding[] = []
  for (const token of tokens) {
    if (found.length >= max) break
    const holding = findHolding(token, state)
    if (holding) found.push(holding)
  }
  return found
}

/**
 * Returns the deepest pools of a token as its holders. Prefers exchanges, because lending pools may
 * have lent out their balance. Returns several, because the depth of a pool may consist of the
 * other token.
 */
function findHolding(token: Address, { poolIndex }: ChainState): Holding | undefined {
  const found = new Map<Address, { holder: Address; isExchange: boolean; depth: bigint }>()
  for (const pool of poolIndex.holding(token).flatMap((contract) => getPools(poolIndex.contract(contract)))) {
    const side = pool.tokens.indexOf(token)
    if (!pool.isHealthy || side < 0) continue
    const holder = pool.holder ?? pool.address
    const depth = pool.depth[side] ?? 0n
    const before = found.get(holder)
    if (!before || depth > before.depth)
      found.set(holder, { holder, isExchange: pool.origin.kind === 'dex', depth })
  }
  const holders = [...found.values()].toSorted(
    (a, b) =>
      Number(b.isExchange) - Number(a.isExchange) || (a.depth < b.depth ? 1 : a.depth > b.depth ? -1 : 0),
  )
  if (holders.length === 0) return undefined
  return { token, holders: holders.slice(0, MAX_HOLDERS).map(({ holder }) => holder) }
}

/**
 * Checks whether a configured lending pool or vault mints the token. No pool may hold such a token,
 * so its transfers cannot be probed.
 */
export function isClaim(token: string, poolIndex: PoolIndex): boolean {
  const pool = poolIndex.contract(token)
  return pool?.origin.kind === 'lending' && pool.tokens[1] === token
}

/** Checks whether a healthy pool trades the token. */
export function isTraded(token: string, poolIndex: PoolIndex): boolean {
  return poolIndex
    .holding(token)
    .flatMap((contract) => getPools(poolIndex.contract(contract)))
    .some((pool) => pool.isHealthy && pool.tokens.includes(token as Address))
}
