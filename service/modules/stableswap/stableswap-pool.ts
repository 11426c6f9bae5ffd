import { toEventSelector } from 'viem'
import type { Address, Hex } from '../../../src/lib/address.ts'
import { encodeWord } from '../../lib/abi-words.ts'
import { STEP_KINDS } from '../../lib/step-kinds.ts'
import { type CoinTerms, getPairs, type Pair } from '../core/coin-pair.ts'
import type { Pool } from '../core/pool.ts'
import { WAD } from '../core/units.ts'
import { createMarketPair } from './market-pair.ts'
import { createStableswap, type StableswapState } from './stableswap-math.ts'

/** Of its successor too: indexes and amounts. */
export const swapTopic = toEventSelector('TokenExchange(address,int128,uint256,int128,uint256)')

/** A sale on the devnet, less what the transaction takes by itself. */
const SWAP_GAS = 145_000

export interface StableswapTerms extends CoinTerms {
  coins: readonly StableswapCoin[]
}

export interface StableswapCoin {
  address: Address
  /** Factor that scales an amount to 18 decimals. */
  scale: bigint
}

export interface StableswapPoolState extends StableswapState {
  /** It pays out shares, and trades no more. */
  isKilled: boolean
}

/** A plain pool of Curve's StableSwap: the pool of its first two coins, with those of the other pairs. */
export function createStableswapPool(terms: StableswapTerms, state: StableswapPoolState): Pool {
  const [first = [0, 1], ...others] = getPairs(terms)
  return {
    ...createStableswapPair(terms, first, state),
    siblings: others.map((pair) => createStableswapPair(terms, pair, state)),
  }
}

/** Two coins of a pool, without the pairs beside it. */
export function createStableswapPair(terms: StableswapTerms, pair: Pair, state: StableswapPoolState): Pool {
  const { balances, amplification, fee, adminFee, isKilled } = state
  const scales = terms.coins.map(({ scale }) => scale)
  return createMarketPair({
    ...{ terms, pair, state },
    rates: scales.map((scale) => scale * WAD),
    market: createStableswap(scales, state),
    ann: Number(amplification) * terms.coins.length,
    isHealthy: !isKilled,
    gas: SWAP_GAS,
    step: { kind: STEP_KINDS.stableSwap, encode: (places) => encodeCoins(places, scales) },
    withState: (next, of) => createStableswapPair(terms, of, { ...state, ...next }),
    fingerprint: () => [...balances, amplification, fee, adminFee, isKilled].join(' '),
    record: () => ({ kind: 'stableswap', args: [terms, pair, state] }),
  })
}

/** `abi.encode(StableSwap.Coins)`. */
function encodeCoins([from, to]: Pair, scales: readonly bigint[]): Hex {
  const [struct, list] = [32n, 96n]
  const words = [struct, BigInt(from), BigInt(to), list, BigInt(scales.length), ...scales]
  return `0x${words.map(encodeWord).join('')}`
}
