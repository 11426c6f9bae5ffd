import type { Address } from '../../../wire/lib/address.ts'
import { intAt, uintAt } from '../../lib/abi-words.ts'
import type { PoolLog, PoolView } from './pool.ts'

/** A swap decoded from a log. */
export interface LoggedSwap {
  sides: readonly [SwapSide, SwapSide]
  /**
   * The pair that traded, for pools with more tokens or in a vault. Default: the pool that emitted
   * the log.
   */
  pool?: PoolView
}

interface SwapSide {
  token: Address
  amount: bigint
}

/** Returns undefined if the log is not a swap of the pool that emitted it. */
export type ReadPoolSwap = (log: PoolLog, pool: PoolView) => LoggedSwap | undefined

/**
 * The same for a vault or a manager. `findPool` returns pools in memory. Other pools may have
 * malicious code that reports arbitrary amounts.
 */
export type ReadVaultSwap = (
  log: PoolLog,
  findPool: (address: Address) => PoolView | undefined,
) => Required<LoggedSwap> | undefined

/** Decodes the inputs and outputs of both tokens. */
export const readPairSwap: ReadPoolSwap = ({ data }, { tokens }) =>
  toSwap(tokens, [uintAt(data, 0) + uintAt(data, 2), uintAt(data, 1) + uintAt(data, 3)])

/** Decodes signed amounts, negative for outputs or the reverse. */
export const readSignedSwap: ReadPoolSwap = ({ data }, { tokens }) =>
  toSwap(
    tokens,
    [0, 1].map((word) => intAt(data, word)).map((amount) => (amount < 0n ? -amount : amount)),
  )

/** Decodes coin indexes and amounts of the sold and the bought coin. */
export const readCoinSwap: ReadPoolSwap = ({ data }, whole) => {
  // The pairs are in the order of the pool's coins.
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

/** Finds the pair of a pool that trades these tokens. Returns undefined without one. */
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
