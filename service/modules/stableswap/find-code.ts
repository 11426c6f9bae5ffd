import { toFunctionSelector } from 'viem'
import { encodeCall } from '../../lib/abi-words.ts'
import type { ContractCall } from '../core/module.ts'
import type { Indexes, PlainCode } from './invariant.ts'
import { createStableswap, type StableswapState } from './stableswap-math.ts'
import type { StableswapParams } from './stableswap-pool.ts'

const getDy = toFunctionSelector('get_dy(int128,int128,uint256)')

/** Probed amounts with 18 decimals: a small one whose every digit matters, and a large one. */
const PROBES = [10n ** 18n + 7n * 10n ** 12n + 3n, 54_321n * 10n ** 18n + 987_654_321n * 10n ** 9n + 1n]

type Coins = Pick<StableswapParams, 'address' | 'coins'>

/**
 * Returns calls whose results identify the code of a pool: both sizes of each coin for the next
 * one.
 */
export function getProbes({ address, coins }: Coins): ContractCall[] {
  return listProbes(coins).map(({ indexes: { from, to }, amountIn }) => ({
    to: address,
    data: encodeCall(getDy, BigInt(from), BigInt(to), amountIn),
  }))
}

/**
 * Returns the first code that matches all probes to the wei. Undefined if none does, because the
 * pool lends its coins, holds shares of another pool, or rounds differently.
 */
export function findCode(
  { coins }: Pick<Coins, 'coins'>,
  {
    codes,
    state,
    results,
  }: {
    codes: readonly PlainCode[]
    state: StableswapState
    results: readonly (bigint | undefined)[]
  },
): PlainCode | undefined {
  const scales = coins.map(({ scale }) => scale)
  const probes = listProbes(coins)
  return codes.find((code) => {
    const { preview } = createStableswap(scales, state, code)
    return probes.every(({ indexes, amountIn }, i) => preview(indexes, amountIn) === results[i])
  })
}

function listProbes(coins: Coins['coins']): { indexes: Indexes; amountIn: bigint }[] {
  return coins.flatMap(({ scale }, from) =>
    PROBES.map((probe) => ({ indexes: { from, to: (from + 1) % coins.length }, amountIn: probe / scale })),
  )
}
