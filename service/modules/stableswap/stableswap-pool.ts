import { toEventSelector } from 'viem'
import { STEP_KINDS } from '../../../wire/abi/step-kinds.ts'
import type { Address, Hex } from '../../../wire/lib/address.ts'
import { encodeWord } from '../../lib/abi-words.ts'
import { type CoinParams, getPairs, type Pair } from '../core/coin-pair.ts'
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

export interface StableswapParams extends CoinParams {
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
export function createStableswapPool(params: StableswapParams, state: StableswapPoolState): Pool {
  const [first = [0, 1], ...others] = getPairs(params)
  return {
    ...createStableswapPair(params, first, state),
    siblings: others.map((pair) => createStableswapPair(params, pair, state)),
    ...(state.isOutdated && { isOutdated: true }),
    ...(state.watched && { watched: state.watched }),
    advance({ topics }) {
      if (!params.isOfFactory || state.isOutdated || !outdating.has(topics[0])) return this
      return createStableswapPool(params, { ...state, isOutdated: true })
    },
  }
}

/** Creates the pool of two coins, without the other pairs. */
export function createStableswapPair(params: StableswapParams, pair: Pair, state: StableswapPoolState): Pool {
  const { balances, amplification, fee, adminFee, code, isKilled = false, isOutdated = false } = state
  const scales = params.coins.map(({ scale }) => scale)
  return createMarketPair({
    ...{ params, pair, state },
    rates: scales.map((scale) => scale * WAD),
    market: createStableswap(scales, state, code),
    ann: (Number(amplification) / Number(ROUNDINGS[code].precision)) * params.coins.length,
    isHealthy: !isKilled && !isOutdated,
    gas: SWAP_GAS,
    purchaseGas: PURCHASE_GAS,
    step: {
      kind: STEP_KINDS.stableSwap,
      encode: (indexes) => encodeCoins(indexes, { params, code: CODES[code], scales }),
    },
    withState: (next, of) => createStableswapPair(params, of, { ...state, ...next }),
    fingerprint: () => [...balances, amplification, fee, adminFee, code, isKilled, isOutdated].join(' '),
    record: () => ({
      kind: params.isOfFactory ? 'stableswap-factory' : 'stableswap',
      args: [params, pair, state],
    }),
  })
}

/** Encodes `abi.encode(Curve.Coins)`. */
function encodeCoins(
  [from, to]: Pair,
  { params, code, scales }: { params: StableswapParams; code: bigint; scales: readonly bigint[] },
): Hex {
  const [struct, list] = [32n, 160n]
  const pool = params.isOfFactory ? BigInt(params.address) : 0n
  const words = [struct, BigInt(from), BigInt(to), code, pool, list, BigInt(scales.length), ...scales]
  return `0x${words.map(encodeWord).join('')}`
}
