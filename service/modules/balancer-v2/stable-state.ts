import { toEventSelector } from 'viem'
import type { Address } from '../../../src/lib/address.ts'
import type { PoolLog, WatchedCall } from '../core/pool.ts'
import { advanceState, type PoolState } from './pool-state.ts'

export interface StableState extends PoolState {
  /** A n^(n-1), with three decimals. */
  amp: bigint
  /** Of every token, with 18 decimals, as the next swap uses them; 0 where their provider does not answer. */
  rates: readonly bigint[]
  /** Of providers, from when the pool asks them again, and of the amplification while it moves. */
  watched: readonly WatchedCall[]
  /** Whether a log told of a change, and not of the rates and amplification after it. */
  isOutdated: boolean
}

/** After any of these, of any generation of pools, rates and amplification are read anew. */
export const outdatingTopics = [
  'AmpUpdateStarted(uint256,uint256,uint256,uint256)',
  'AmpUpdateStopped(uint256)',
  'TokenRateCacheUpdated(uint256,uint256)',
  'TokenRateProviderSet(uint256,address,uint256)',
  'PriceRateCacheUpdated(address,uint256)',
  'PriceRateProviderSet(address,address,uint256)',
].map((event) => toEventSelector(event))

const outdating: ReadonlySet<string | undefined> = new Set(outdatingTopics)

/** The state after a log of the vault or of the pool itself; the same when the log does not concern it. */
export function advanceStable(state: StableState, log: PoolLog, tokens: readonly Address[]): StableState {
  return outdating.has(log.topics[0]) ? { ...state, isOutdated: true } : advanceState(state, log, tokens)
}
