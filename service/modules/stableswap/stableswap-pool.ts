import { toEventSelector } from 'viem'
import type { Address, Hex } from '../../../src/lib/address.ts'
import { encodeWord } from '../../lib/abi-words.ts'
import { STEP_KINDS } from '../../lib/step-kinds.ts'
import { type CoinTerms, getPairs, type Pair } from '../core/coin-pair.ts'
import type { Pool, WatchedCall } from '../core/pool.ts'
import { WAD } from '../core/units.ts'
import { type PlainCode, ROUNDINGS } from './invariant.ts'
import { createMarketPair } from './market-pair.ts'
import { createStableswap, type StableswapState } from './stableswap-math.ts'

/** Also used by StableSwap-NG: indexes and amounts. */
export const swapTopic = toEventSelector('TokenExchange(address,int128,uint256,int128,uint256)')

/** Gas of a sale in a pool of the first code, without the intrinsic gas of the transaction. */
const SWAP_GAS = 145_000
/** The executor solves for the input of an exact output. */
const PURCHASE_GAS = 33_000
/** Code numbers in executor steps. */
const CODES: Record<PlainCode, bigint> = { first: 0n, threePool: 1n, later: 2n, twoCoins: 3n }

/** A factory pool is reloaded after any of these logs. */
export const outdatingTopics = [
  swapTopic,
  ...[
    ...[2, 3, 4].flatMap((count) => [
      `AddLiquidity(address,uint256[${count}],uint256[${count}],uint256,uint256)`,
      `RemoveLiquidity(address,uint256[${count}],uint256[${count}],uint256)`,
      `RemoveLiquidityImbalance(address,uint256[${count}],uint256[${count}],uint256,uint256)`,
    ]),
    'RemoveLiquidityOne(address,uint256,uint256,uint256)',
    'RampA(uint256,uint256,uint256,uint256)',
    'StopRampA(uint256,uint256)',
    'ApplyNewFee(uint256)',
  ].map((event) => toEventSelector(event)),
]

const outdating: ReadonlySet<string | undefined> = new Set(outdatingTopics)

export interface StableswapTerms extends CoinTerms {
  coins: readonly StableswapCoin[]
  /**
   * The executor trusts the factory instead of the pool, so steps name the pool. Default: the pool
   * itself is trusted.
   */
  isOfFactory?: boolean
}

export interface StableswapCoin {
  address: Address
  /** Factor that scales an amount to 18 decimals. */
  scale: bigint
}

export interface StableswapPoolState extends StableswapState {
  code: PlainCode
  /** A killed pool pays out shares and does not trade. Default: false. */
  isKilled?: boolean
  /** Calls watched for a factory pool. Default: none. */
  watched?: readonly WatchedCall[]
  /** True if a log showed a change without its result. Default: false. */
  isOutdated?: boolean
}

/**
 * Creates a plain StableSwap pool: the pool of its first two coins, with the other pairs as
 * siblings.
 */
export function createStableswapPool(terms: StableswapTerms, state: StableswapPoolState): Pool {
  const [first = [0, 1], ...others] = getPairs(terms)
  return {
    ...createStableswapPair(terms, first, state),
    siblings: others.map((pair) => createStableswapPair(terms, pair, state)),
    ...(state.isOutdated && { isOutdated: true }),
    ...(state.watched && { watched: state.watched }),
    advance({ topics }) {
      if (!terms.isOfFactory || state.isOutdated || !outdating.has(topics[0])) return this
      return createStableswapPool(terms, { ...state, isOutdated: true })
    },
  }
}

/** Creates the pool of two coins, without the other pairs. */
export function createStableswapPair(terms: StableswapTerms, pair: Pair, state: StableswapPoolState): Pool {
  const { balances, amplification, fee, adminFee, code, isKilled = false, isOutdated = false } = state
  const scales = terms.coins.map(({ scale }) => scale)
  return createMarketPair({
    ...{ terms, pair, state },
    rates: scales.map((scale) => scale * WAD),
    market: createStableswap(scales, state, code),
    ann: (Number(amplification) / Number(ROUNDINGS[code].precision)) * terms.coins.length,
    isHealthy: !isKilled && !isOutdated,
    gas: SWAP_GAS,
    purchaseGas: PURCHASE_GAS,
    step: {
      kind: STEP_KINDS.stableSwap,
      encode: (places) => encodeCoins(places, { terms, code: CODES[code], scales }),
    },
    withState: (next, of) => createStableswapPair(terms, of, { ...state, ...next }),
    fingerprint: () => [...balances, amplification, fee, adminFee, code, isKilled, isOutdated].join(' '),
    record: () => ({
      kind: terms.isOfFactory ? 'stableswap-factory' : 'stableswap',
      args: [terms, pair, state],
    }),
  })
}

/** Encodes `abi.encode(Curve.Coins)`. */
function encodeCoins(
  [from, to]: Pair,
  { terms, code, scales }: { terms: StableswapTerms; code: bigint; scales: readonly bigint[] },
): Hex {
  const [struct, list] = [32n, 160n]
  const pool = terms.isOfFactory ? BigInt(terms.address) : 0n
  const words = [struct, BigInt(from), BigInt(to), code, pool, list, BigInt(scales.length), ...scales]
  return `0x${words.map(encodeWord).join('')}`
}
