import { toEventSelector } from 'viem'
import { STEP_KINDS } from '../../../wire/abi/step-kinds.ts'
import { type CoinParams, encodePoolStep, getPairs, type Pair } from '../core/coin-pair.ts'
import type { Pool, WatchedCall } from '../core/pool.ts'
import { createMarketPair } from '../stableswap/market-pair.ts'
import { createStableswapNg, FEE_UNIT, type NgState } from '../stableswap/stableswap-math.ts'

/**
 * Gas of a sale in a two-coin pool of Curve's own code, without the intrinsic gas of the
 * transaction.
 */
const SWAP_GAS = 160_000
/** The executor solves for the input of an exact output. */
const PURCHASE_GAS = 31_000
/** Gas per coin beyond the second. */
const COIN_GAS = 11_000
/** Gas per vault whose rate is read. */
const RATE_GAS = 12_000
/** The contract returns the amplification times this. */
const PRECISION = 100

/** A pool is reloaded after any of these logs. */
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
  /** Value of 10 ** 18 base units of each coin. 0 if a vault does not respond. */
  rates: readonly bigint[]
  watched: readonly WatchedCall[]
  /** True if a log showed a change without its result. */
  isOutdated: boolean
}

/**
 * Creates a plain StableSwap-NG pool: the pool of its first two coins, with the other pairs as
 * siblings.
 */
export function createStableswapNgPool(params: CoinParams, state: StableswapNgState): Pool {
  const [first = [0, 1], ...others] = getPairs(params)
  return {
    ...createStableswapNgPair(params, first, state),
    siblings: others.map((pair) => createStableswapNgPair(params, pair, state)),
    isOutdated: state.isOutdated,
    watched: state.watched,
    advance({ topics }) {
      if (state.isOutdated || !outdating.has(topics[0])) return this
      return createStableswapNgPool(params, { ...state, isOutdated: true })
    },
  }
}

/** Creates the pool of two coins, without the other pairs. */
export function createStableswapNgPair(params: CoinParams, pair: Pair, state: StableswapNgState): Pool {
  const { balances, rates, amplification, fee, feeMultiplier, isOutdated } = state
  const count = params.coins.length
  const vaults = state.watched.filter(({ to }) => to !== params.address)
  return createMarketPair({
    ...{ params, pair, state, rates },
    market: createStableswapNg(rates, state),
    ann: (Number(amplification) * count) / PRECISION,
    feeMultiplier: Number(feeMultiplier) / Number(FEE_UNIT),
    isHealthy: !isOutdated && rates.every((rate) => rate > 0n),
    gas: SWAP_GAS + (count - 2) * COIN_GAS + vaults.length * RATE_GAS,
    purchaseGas: PURCHASE_GAS,
    step: { kind: STEP_KINDS.stableSwapNg, encode: (indexes) => encodePoolStep(params, indexes) },
    withState: (next, of) => createStableswapNgPair(params, of, { ...state, ...next }),
    fingerprint: () => [...balances, ...rates, amplification, fee, feeMultiplier, isOutdated].join(' '),
    record: () => ({ kind: 'stableswap-ng', args: [params, pair, state] }),
  })
}
