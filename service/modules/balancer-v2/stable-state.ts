import { toEventSelector } from 'viem'
import type { Address } from '../../../wire/lib/address.ts'
import type { PoolLog, WatchedCall } from '../core/pool.ts'
import { advanceState, type PoolState } from './pool-state.ts'

export interface StableState extends PoolState {
  /** A n^(n-1), with three decimals. */
  amp: bigint
  /**
   * One rate per token with 18 decimals, as the next swap uses it. 0 if the provider does not
   * respond.
   */
  rates: readonly bigint[]
  /**
   * Calls of the providers, from the time when their rate expires, and of the amplification while
   * it changes.
   */
  watched: readonly WatchedCall[]
  /** True if a log announced new rates or a new amplification without the values. */
  isOutdated: boolean
}

/** Pools of any generation are reloaded after these logs. */
export const outdatingTopics = [
  'AmpUpdateStarted(uint256,uint256,uint256,uint256)',
  'AmpUpdateStopped(uint256)',
  'TokenRateCacheUpdated(uint256,uint256)',
  'TokenRateProviderSet(uint256,address,uint256)',
  'PriceRateCacheUpdated(address,uint256)',
  'PriceRateProviderSet(address,address,uint256)',
].map((event) => toEventSelector(event))

const outdating: ReadonlySet<string | undefined> = new Set(outdatingTopics)

/**
 * Returns the state after a log of the vault or the pool, or the same object if the log does not
 * concern it.
 */
export function advanceStable(state: StableState, log: PoolLog, tokens: readonly Address[]): StableState {
  return outdating.has(log.topics[0]) ? { ...state, isOutdated: true } : advanceState(state, log, tokens)
}
