import { toEventSelector } from 'viem'
import type { Address } from '../../../src/lib/address.ts'
import { addressAt, joinWords, uintAt } from '../../lib/abi-words.ts'
import { mulDown } from '../balancer-v2/fixed-point.ts'
import type { PoolLog, WatchedCall } from '../core/pool.ts'

export const swapTopic = toEventSelector('Swap(address,address,address,uint256,uint256,uint256,uint256)')

/** After any of these a pool is read anew. */
export const outdatingTopics = [
  'PoolInitialized(address)',
  'LiquidityAdded(address,address,uint8,uint256,uint256[],uint256[])',
  'LiquidityRemoved(address,address,uint8,uint256,uint256[],uint256[])',
  'SwapFeePercentageChanged(address,uint256)',
  'AggregateSwapFeePercentageChanged(address,uint256)',
  'AggregateYieldFeePercentageChanged(address,uint256)',
  'PoolPausedStateChanged(address,bool)',
  'PoolRecoveryModeStateChanged(address,bool)',
  // What a pool has to say itself: a change of its amplification.
  'VaultAuxiliary(address,bytes32,bytes)',
].map((event) => toEventSelector(event))

const outdating: ReadonlySet<string | undefined> = new Set(outdatingTopics)

/** What swaps of a pool depend on. Shares are of 1e18. */
export interface BalancerV3State {
  /** Of every token, less what protocol and creator are due of its yield at these rates. */
  balances: readonly bigint[]
  /** Of every token, with 18 decimals; 0 where their provider does not answer. */
  rates: readonly bigint[]
  swapFee: bigint
  /** What protocol and creator get of the fee of a swap; 0 in recovery mode. */
  aggregateFee: bigint
  /** A n^(n-1) of a stable pool, with three decimals. */
  amp: bigint
  /** Whether the vault trades in it: made, filled, and neither paused. */
  isOpen: boolean
  watched: readonly WatchedCall[]
  /** Whether a log told of a change, and not what it came to. */
  isOutdated: boolean
}

/** The state after a log of the vault about the pool; the same when the log does not concern it. */
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

/** Balances after a swap whose fee was `fee`, of the token that was sold. */
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
