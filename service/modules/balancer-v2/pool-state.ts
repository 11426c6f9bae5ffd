import { toEventSelector } from 'viem'
import type { Address } from '../../../wire/lib/address.ts'
import { addressAt, intAt, joinWords, uintAt } from '../../lib/abi-words.ts'
import type { PoolLog } from '../core/pool.ts'

export const swapTopic = toEventSelector('Swap(bytes32,address,address,uint256,uint256)')
export const balanceTopic = toEventSelector(
  'PoolBalanceChanged(bytes32,address,address[],int256[],uint256[])',
)
export const feeTopic = toEventSelector('SwapFeePercentageChanged(uint256)')
export const pausedTopic = toEventSelector('PausedStateChanged(bool)')

/** Maximum balance in the vault. */
export const MAX_BALANCE = 2n ** 112n - 1n
/** Number of the vault's fee units (1e-18) per hundredth of a bip. */
export const FEE_UNIT = 10n ** 12n

/** State that swaps of any vault pool depend on. */
export interface PoolState {
  /** One balance per token. */
  balances: readonly bigint[]
  /** Share of 1e18. */
  swapFee: bigint
  isPaused: boolean
}

/**
 * Returns the state after a log of the vault or the pool, or the same object if the log does not
 * concern it.
 */
export function advanceState<State extends PoolState>(
  state: State,
  log: PoolLog,
  tokens: readonly Address[],
): State {
  switch (log.topics[0]) {
    case swapTopic:
      return { ...state, balances: afterSwap(tokens, state, log) }
    case balanceTopic:
      return { ...state, balances: afterJoinOrExit(state, log) }
    case feeTopic:
      return { ...state, swapFee: uintAt(log.data, 0) }
    case pausedTopic:
      return { ...state, isPaused: uintAt(log.data, 0) === 1n }
    default:
      return state
  }
}

function afterSwap(tokens: readonly Address[], { balances }: PoolState, log: PoolLog): bigint[] {
  const topics = joinWords(log.topics)
  const getIndex = (token: Address) => tokens.indexOf(token)
  const indexes = [getIndex(addressAt(topics, 2)), getIndex(addressAt(topics, 3))]
  return changed(balances, indexes, [uintAt(log.data, 0), -uintAt(log.data, 1)])
}

/** The data holds the offsets of three lists: tokens, balance deltas and protocol fees. */
function afterJoinOrExit({ balances }: PoolState, { data }: PoolLog): bigint[] {
  const deltas = Number(uintAt(data, 1)) / 32 + 1
  const fees = Number(uintAt(data, 2)) / 32 + 1
  return balances.map((balance, i) => balance + intAt(data, deltas + i) - uintAt(data, fees + i))
}

/** Adds deltas to the balances at `indexes`. */
export function changed(
  balances: readonly bigint[],
  indexes: readonly number[],
  by: readonly bigint[],
): bigint[] {
  return balances.map((balance, i) => balance + (by[indexes.indexOf(i)] ?? 0n))
}
