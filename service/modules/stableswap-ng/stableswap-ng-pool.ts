import { toEventSelector } from 'viem'
import { STEP_KINDS } from '../../lib/step-kinds.ts'
import { type CoinTerms, encodePoolStep, getPairs, type Pair } from '../core/coin-pair.ts'
import type { Pool, WatchedCall } from '../core/pool.ts'
import { createMarketPair } from '../stableswap/market-pair.ts'
import { createStableswapNg, FEE_UNIT, type NgState } from '../stableswap/stableswap-math.ts'

/** A sale in a pool of two coins of Curve's own code, less what the transaction takes by itself. */
const SWAP_GAS = 160_000
/** The executor solves for the input of an exact output. */
const PURCHASE_GAS = 31_000
/** Of the third coin and each further one. */
const COIN_GAS = 11_000
/** Of a vault whose rate is asked. */
const RATE_GAS = 12_000
/** The contract tells the amplification times this. */
const PRECISION = 100

/** After any of these a pool is read anew. */
export const outdatingTopics = [
  'TokenExchange(address,int128,uint256,int128,uint256)',
  'AddLiquidity(address,uint256[],uint256[],uint256,uint256)',
  'RemoveLiquidity(address,uint256[],uint256[],uint256)',
  'RemoveLiquidityOne(address,int128,uint256,uint256,uint256)',
  'RemoveLiquidityImbalance(address,uint256[],uint256[],uint256,uint256)',
  'ApplyNewFee(uint256,uint256)',
  'RampA(uint256,uint256,uint256,uint256)',
  'StopRampA(uint256,uint256)',
].map((event) => toEventSelector(event))

const outdating: ReadonlySet<string | undefined> = new Set(outdatingTopics)

export interface StableswapNgState extends NgState {
  /** What 10 ** 18 base units of each coin count for; 0 where a vault does not answer. */
  rates: readonly bigint[]
  watched: readonly WatchedCall[]
  /** Whether a log told of a change, and not what it came to. */
  isOutdated: boolean
}

/** A plain pool of Curve's StableSwap-NG: the pool of its first two coins, with those of the other pairs. */
export function createStableswapNgPool(terms: CoinTerms, state: StableswapNgState): Pool {
  const [first = [0, 1], ...others] = getPairs(terms)
  return {
    ...createStableswapNgPair(terms, first, state),
    siblings: others.map((pair) => createStableswapNgPair(terms, pair, state)),
    isOutdated: state.isOutdated,
    watched: state.watched,
    advance({ topics }) {
      if (state.isOutdated || !outdating.has(topics[0])) return this
      return createStableswapNgPool(terms, { ...state, isOutdated: true })
    },
  }
}

/** Two coins of a pool, without the pairs beside it. */
export function createStableswapNgPair(terms: CoinTerms, pair: Pair, state: StableswapNgState): Pool {
  const { balances, rates, amplification, fee, feeMultiplier, isOutdated } = state
  const count = terms.coins.length
  const vaults = state.watched.filter(({ to }) => to !== terms.address)
  return createMarketPair({
    ...{ terms, pair, state, rates },
    market: createStableswapNg(rates, state),
    ann: (Number(amplification) * count) / PRECISION,
    feeMultiplier: Number(feeMultiplier) / Number(FEE_UNIT),
    isHealthy: !isOutdated && rates.every((rate) => rate > 0n),
    gas: SWAP_GAS + (count - 2) * COIN_GAS + vaults.length * RATE_GAS,
    purchaseGas: PURCHASE_GAS,
    step: { kind: STEP_KINDS.stableSwapNg, encode: (indexes) => encodePoolStep(terms, indexes) },
    withState: (next, of) => createStableswapNgPair(terms, of, { ...state, ...next }),
    fingerprint: () => [...balances, ...rates, amplification, fee, feeMultiplier, isOutdated].join(' '),
    record: () => ({ kind: 'stableswap-ng', args: [terms, pair, state] }),
  })
}
