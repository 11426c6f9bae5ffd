import type { Address } from '../../../src/lib/address.ts'
import { intAt, uintAt } from '../../lib/abi-words.ts'
import type { PoolLog, PoolView } from './pool.ts'

/** A swap as a log tells it. */
export interface LoggedSwap {
  sides: readonly [SwapSide, SwapSide]
  /** What traded, of the pairs of a pool with more tokens, or in a vault. Default: the pool that emitted the log. */
  pool?: PoolView
}

interface SwapSide {
  token: Address
  amount: bigint
}

/** Undefined for what is no swap of the pool that emitted the log. */
export type ReadPoolSwap = (log: PoolLog, pool: PoolView) => LoggedSwap | undefined

/**
 * The same of a vault or a manager. `findPool` finds those in memory: of any other pool the code may be anybody's, which names amounts at
 * will.
 */
export type ReadVaultSwap = (
  log: PoolLog,
  findPool: (address: Address) => PoolView | undefined,
) => Required<LoggedSwap> | undefined

/** What a pair takes of each token, then what it pays. */
export const readPairSwap: ReadPoolSwap = ({ data }, { tokens }) =>
  toSwap(tokens, [uintAt(data, 0) + uintAt(data, 2), uintAt(data, 1) + uintAt(data, 3)])

/** What a pool takes of each token, or pays when negative, or the reverse. */
export const readSignedSwap: ReadPoolSwap = ({ data }, { tokens }) =>
  toSwap(
    tokens,
    [0, 1].map((word) => intAt(data, word)).map((amount) => (amount < 0n ? -amount : amount)),
  )

/** Indexes and amounts: of the coin that is sold, and of the one that is bought. */
export const readCoinSwap: ReadPoolSwap = ({ data }, whole) => {
  // The pairs come in the order of the pool's coins.
  const coins = [...new Set(toPairs(whole).flatMap(({ tokens }) => tokens))]
  const [sold, bought] = [0, 2].map((word) => coins[Number(intAt(data, word))])
  return sold && bought && toPairSwap(whole, [sold, bought], [uintAt(data, 1), uintAt(data, 3)])
}

export function toSwap(
  tokens: readonly [Address, Address],
  [first = 0n, second = 0n]: readonly bigint[],
): LoggedSwap {
  return {
    sides: [
      { token: tokens[0], amount: first },
      { token: tokens[1], amount: second },
    ],
  }
}

/** In the pair of a pool that trades these tokens; undefined where it has none. */
export function toPairSwap(
  whole: PoolView,
  sides: readonly [Address, Address],
  amounts: readonly bigint[],
): Required<LoggedSwap> | undefined {
  const pool = toPairs(whole).find(({ tokens }) => sides.every((side) => tokens.includes(side)))
  return pool && { ...toSwap(sides, amounts), pool }
}

function toPairs(pool: PoolView): readonly PoolView[] {
  return [pool, ...(pool.siblings ?? [])]
}
