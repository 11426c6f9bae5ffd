import { toEventSelector } from 'viem'
import { STEP_KINDS } from '../../../wire/abi/step-kinds.ts'
import type { Address } from '../../../wire/lib/address.ts'
import { encodeWord, intAt, uintAt } from '../../lib/abi-words.ts'
import type { Pool, PoolIdentity, PoolLog, PoolOrigin } from '../core/pool.ts'
import { type ConcentratedKind, createConcentratedPool } from '../uniswap-v3/concentrated-pool.ts'
import { type V3State, withLiquidity } from '../uniswap-v3/v3-swap.ts'

export const swapTopic = toEventSelector('Swap(bytes32,address,int128,int128,uint160,uint128,int24,uint24)')
export const liquidityTopic = toEventSelector('ModifyLiquidity(bytes32,address,int24,int24,int256,bytes32)')
export const protocolFeeTopic = toEventSelector('ProtocolFeeUpdated(bytes32,uint24)')

const GAS = { swap: 72_000, crossing: 21_000, purchase: 7_000 }
/** Additional gas for unwrapping the input and wrapping the output. */
const NATIVE_GAS = { input: 5_000, output: 26_000 }
/** Fees are in millionths. */
const WHOLE = 1_000_000n
/** Gas of a hook call around a swap that writes one storage slot. The real gas is unknown. */
const HOOK_GAS = 12_000
/** Address bits that enable a call before and after a swap. */
const SWAP_HOOKS = [1n << 7n, 1n << 6n]
/** Two protocol fees share one number. */
const FEE_BITS = 12n
const FEE_MASK = (1n << FEE_BITS) - 1n

export interface V4Params {
  module: string
  origin: PoolOrigin
  /** Index of the source. */
  source: number
  manager: Address
  isNative: boolean
  /** The zero address means none. */
  hooks: Address
  /** Shared by the pools of a module. */
  sqrtPriceAt: (tick: number) => bigint
}

export interface V4State extends V3State {
  /** Fees of both directions, with the first token's in the lower half. */
  protocolFee: bigint
}

/**
 * Creates a pool of a Uniswap V4 manager: V3 arithmetic with an additional protocol fee. Hooks do
 * not change amounts.
 */
export function createV4Pool(params: V4Params, identity: PoolIdentity, state: V4State): Pool {
  const { fee, tickSpacing } = identity
  const { sqrtPriceAt } = params
  const toMarket = (zeroForOne: boolean) => ({
    fee: getFee(fee, state, zeroForOne),
    tickSpacing,
    sqrtPriceAt,
  })
  const markets = { there: toMarket(true), back: toMarket(false) }
  const [gasThere, gasBack] = [getGas(params, true), getGas(params, false)]
  const words = [fee, tickSpacing, params.isNative, params.hooks]
  const data = words.map((word) => encodeWord(BigInt(word))).join('')
  const kind: ConcentratedKind<V4State> = {
    module: params.module,
    origin: params.origin,
    holder: params.manager,
    step: { kind: STEP_KINDS.v4, source: params.source, data: `0x${data}` },
    gas: (zeroForOne) => (zeroForOne ? gasThere : gasBack),
    market: (zeroForOne) => (zeroForOne ? markets.there : markets.back),
    create: (next) => createV4Pool(params, identity, next),
    advance: advanceState,
    traits: ` ${state.protocolFee}`,
    record() {
      const { sqrtPriceAt: _, ...plain } = params
      return { kind: 'v4', args: [plain, identity, state] }
    },
  }
  return createConcentratedPool(kind, identity, state)
}

/** The native coin is the first token of its pools. */
function getGas({ isNative, hooks }: V4Params, zeroForOne: boolean): typeof GAS {
  const ofNative = isNative ? NATIVE_GAS[zeroForOne ? 'input' : 'output'] : 0
  const calls = SWAP_HOOKS.filter((bit) => BigInt(hooks) & bit).length
  return { ...GAS, swap: GAS.swap + ofNative + calls * HOOK_GAS }
}

/** The pool's fee applies after the protocol's fee, rounded as in the manager. */
function getFee(fee: number, { protocolFee }: V4State, zeroForOne: boolean): bigint {
  const own = BigInt(fee)
  const theirs = (zeroForOne ? protocolFee : protocolFee >> FEE_BITS) & FEE_MASK
  return theirs + own - (theirs * own) / WHOLE
}

function advanceState(state: V4State, { topics, data }: PoolLog): V4State {
  switch (topics[0]) {
    case swapTopic:
      return {
        ...state,
        sqrtPrice: uintAt(data, 2),
        liquidity: uintAt(data, 3),
        tick: Number(intAt(data, 4)),
      }
    case liquidityTopic:
      return withLiquidity(state, {
        lower: Number(intAt(data, 0)),
        upper: Number(intAt(data, 1)),
        delta: intAt(data, 2),
      })
    case protocolFeeTopic:
      return { ...state, protocolFee: uintAt(data, 0) }
    default:
      return state
  }
}
