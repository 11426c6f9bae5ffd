import { getPools, type PoolIndex } from '../../chain/snapshot/pool-index.ts'
import type { Bookmark } from '../../chain/snapshot/versioned-map.ts'
import type { TokenSet } from '../../chain/tokens/types.ts'
import type { Pool } from '../../modules/core/pool.ts'
import {
  arrangeColumns,
  type Layout,
  type OuterPools,
  type OuterToken,
  patchColumns,
  type Rate,
  type TokenChange,
} from './outer-columns.ts'

export interface OuterInput {
  poolIndex: PoolIndex
  /** Tokens that can be quoted: not those without metadata or with a transfer tax. */
  tradable: TokenSet
  /** Tokens that routes pass through, in lower case: no outer tokens. */
  intermediates: readonly string[]
}

/** Tracks a chain: from block to block, only the tokens of changed pools are read again. */
export function createOuterTracker(): (input: OuterInput) => OuterPools {
  let known: Known | undefined
  let layout: Layout | undefined
  return (input) => {
    const { poolIndex, tradable, intermediates } = input
    const remember = (tokens: Map<string, OuterToken>): Known => ({
      tokens,
      intermediates,
      poolIndex: poolIndex.bookmark(),
      tradable: tradable.bookmark(),
    })
    const lookUp = createLookup(input)
    const changed = known && tokensChanged(input, known)
    const before = layout
    if (known && changed && before) {
      const { tokens } = known
      const changes = Array.from(changed, (token) => ({
        token,
        before: tokens.get(token),
        after: lookUp(token),
      }))
      for (const { token, after } of changes) after ? tokens.set(token, after) : tokens.delete(token)
      layout = changes.every(isAlike) ? patchColumns(before, changes) : arrangeColumns(tokens, intermediates)
      known = remember(tokens)
      return layout.outer
    }
    const tokens = new Map(allTokens(input, lookUp))
    known = remember(tokens)
    layout = arrangeColumns(tokens, intermediates)
    return layout.outer
  }
}

interface Known {
  tokens: Map<string, OuterToken>
  intermediates: readonly string[]
  poolIndex: Bookmark
  tradable: Bookmark
}

/** Undefined when unknown: then all tokens must be read. */
function tokensChanged(
  { poolIndex, tradable, intermediates }: OuterInput,
  since: Known,
): Set<string> | undefined {
  // A wrapper got its first pool, or lost its last one.
  if (intermediates.join() !== since.intermediates.join()) return undefined
  const contracts = poolIndex.changedSince(since.poolIndex)
  const changedTokens = tradable.changedSince(since.tradable)
  if (!contracts || !changedTokens) return undefined
  const tokens = new Set(changedTokens)
  for (const address of contracts) {
    const pools = getPools(poolIndex.contract(address))
    // The tokens of a removed contract are unknown.
    if (pools.length === 0) return undefined
    for (const token of pools.flatMap((pool) => pool.tokens)) tokens.add(token)
  }
  return tokens
}

type Lookup = (token: string) => OuterToken | undefined

function createLookup({ poolIndex, tradable, intermediates }: OuterInput): Lookup {
  const between = new Set(intermediates)
  const isConnected = (token: string) => between.has(token) || poolIndex.holding(token).length > 1
  const isUsable = ({ isHealthy, tokens }: Pool) => isHealthy && tokens.every((token) => tradable.has(token))
  return (token) => {
    if (between.has(token) || !tradable.has(token) || !isConnected(token)) return undefined
    const rates = poolIndex
      .holding(token)
      .flatMap((address) => getPools(poolIndex.contract(address)))
      .filter((pool) => pool.tokens.some((held) => held === token) && isUsable(pool))
      .map((pool) => readRateLimit(pool, token))
      .filter(({ other }) => isConnected(other))
      .sort((a, b) => (a.pool.address < b.pool.address ? -1 : 1))
    return {
      toIntermediates: rates.filter(({ other }) => between.has(other)),
      toOthers: rates.filter(({ other }) => !between.has(other)),
    }
  }
}

function* allTokens({ tradable }: OuterInput, lookUp: Lookup): Generator<[string, OuterToken]> {
  for (const [token] of tradable.entries()) {
    const found = lookUp(token)
    if (found) yield [token, found]
  }
}

/** Returns the marginal rates at the current price, which no trade exceeds. */
function readRateLimit(pool: Pool, token: string): Rate {
  const { tokens, spot, fee } = pool
  const isFirst = tokens[0] === token
  const forward = Number(spot.numerator) / Number(spot.denominator)
  const price = isFirst ? forward : 1 / forward
  const kept = 1 - fee / 1e6
  const envelope = pool.envelope?.()
  return {
    pool,
    other: tokens[isFirst ? 1 : 0],
    bid: price * kept,
    ask: price / kept,
    depth: envelope?.depth[isFirst ? 1 : 0] ?? Number.POSITIVE_INFINITY,
    isExact: envelope?.isExact ?? false,
  }
}

/** Returns true if the token has the same pools, whatever their state. */
function isAlike({ before, after }: TokenChange): boolean {
  if (!before || !after) return before === after
  const isSame = (a: readonly Rate[], b: readonly Rate[]) =>
    a.length === b.length &&
    a.every((rate, i) => rate.pool.address === b[i]?.pool.address && rate.other === b[i]?.other)
  return isSame(before.toIntermediates, after.toIntermediates) && isSame(before.toOthers, after.toOthers)
}
