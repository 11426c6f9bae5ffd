import { toEventSelector } from 'viem'
import type { Address } from '../../../wire/lib/address.ts'
import { addressAt, joinWords, uintAt } from '../../lib/abi-words.ts'
import { mulDown } from '../balancer-v2/fixed-point.ts'
import type { PoolLog, WatchedCall } from '../core/pool.ts'

export const swapTopic = toEventSelector('Swap(address,address,address,uint256,uint256,uint256,uint256)')

/** A pool is reloaded after these logs. */
export const outdatingTopics = [
  'PoolInitialized(address)',
  'LiquidityAdded(address,address,uint8,uint256,uint256[],uint256[])',
  'LiquidityRemoved(address,address,uint8,uint256,uint256[],uint256[])',
  'SwapFeePercentageChanged(address,uint256)',
  'AggregateSwapFeePercentageChanged(address,uint256)',
  'AggregateYieldFeePercentageChanged(address,uint256)',
  'PoolPausedStateChanged(address,bool)',
  'PoolRecoveryModeStateChanged(address,bool)',
  // The pool's own events: changes of its amplification.
  'VaultAuxiliary(address,bytes32,bytes)',
].map((event) => toEventSelector(event))

const outdating: ReadonlySet<string | undefined> = new Set(outdatingTopics)

/** State that swaps of a pool depend on. Shares are of 1e18. */
export interface BalancerV3State {
  /** One balance per token, less the yield fees of protocol and creator at these rates. */
  balances: readonly bigint[]
  /** One rate per token, with 18 decimals. 0 if the provider does not respond. */
  rates: readonly bigint[]
  swapFee: bigint
  /** Share of the swap fee for protocol and creator. 0 in recovery mode. */
  aggregateFee: bigint
  /** A n^(n-1) of a stable pool, with three decimals. */
  amp: bigint
  /** True if the pool is registered and initialized, and neither it nor the vault is paused. */
  isOpen: boolean
  watched: readonly WatchedCall[]
  /** True if a log announced a change without the new values. */
  isOutdated: boolean
}

/**
 * Returns the state after a log of the vault about the pool, or the same object if the log does not
 * concern it.
 */
export function advanceState(
  state: BalancerV3State,
  log: PoolLog,
  tokens: readonly Address[],
): BalancerV3State {
  if (outdating.has(log.topics[0])) return { ...state, isOutdated: true }
  if (log.topics[0] !== swapTopic) return state
  const topics = joinWords(log.topics)
  const [into, out] = [addressAt(topics, 2), addressAt(topics, 3)].map((token) => tokens.indexOf(token))
  const [amountIn, amountOut, fee] = [uintAt(log.data, 0), uintAt(log.data, 1), uintAt(log.data, 3)]
  return {
    ...state,
    balances: swapped(state, [into ?? -1, out ?? -1], { amountIn, amountOut, fee }),
  }
}

/** Returns the balances after a swap. `fee` is in the sold token. */
export function swapped(
  { balances, aggregateFee }: BalancerV3State,
  [into, out]: readonly [number, number],
  { amountIn, amountOut, fee }: { amountIn: bigint; amountOut: bigint; fee: bigint },
): bigint[] {
  return balances.map((balance, i) => {
    if (i === into) return balance + amountIn - mulDown(fee, aggregateFee)
    return i === out ? balance - amountOut : balance
  })
}
