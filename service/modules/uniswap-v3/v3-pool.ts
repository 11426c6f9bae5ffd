import { toEventSelector } from 'viem'
import { encodeWord, intAt, joinWords, uintAt } from '../../lib/abi-words.ts'
import type { Pool, PoolIdentity, PoolLog, PoolOrigin, PoolStep } from '../core/pool.ts'
import { type ConcentratedKind, createConcentratedPool } from './concentrated-pool.ts'
import { type V3State, withLiquidity } from './v3-swap.ts'

export const initializeTopic = toEventSelector('Initialize(uint160,int24)')
export const swapTopic = toEventSelector('Swap(address,address,int256,int256,uint160,uint128,int24)')
/** PancakeSwap V3 adds the protocol's part of the fee to the log. */
export const pancakeSwapTopic = toEventSelector(
  'Swap(address,address,int256,int256,uint160,uint128,int24,uint128,uint128)',
)
/** Algebra Integral 1.2 adds fees to the log. */
export const algebraSwapTopic = toEventSelector(
  'Swap(address,address,int256,int256,uint160,uint128,int24,uint24,uint24)',
)
export const algebraBurnTopic = toEventSelector('Burn(address,int24,int24,uint128,uint256,uint256,uint24)')
export const mintTopic = toEventSelector('Mint(address,address,int24,int24,uint128,uint256,uint256)')
export const burnTopic = toEventSelector('Burn(address,int24,int24,uint128,uint256,uint256)')

/** Measured in `gas-estimates.test.ts`. A PancakeSwap pool also stores the protocol's fee. */
const GAS = { swap: 70_000, crossing: 24_000, purchase: 4_000 }
const PANCAKE_GAS = { ...GAS, swap: 81_000 }

export interface V3Params {
  module: string
  origin: PoolOrigin
  step: Omit<PoolStep, 'data'>
  /** True if the pool runs PancakeSwap's code. */
  isPancake?: boolean
  /** Shared by the pools of a module. */
  sqrtPriceAt: (tick: number) => bigint
}

/** Creates a pool of Uniswap V3 or one of its forks. */
export function createV3Pool(params: V3Params, identity: PoolIdentity, state: V3State): Pool {
  const market = {
    fee: BigInt(identity.fee),
    tickSpacing: identity.tickSpacing,
    sqrtPriceAt: params.sqrtPriceAt,
  }
  const kind: ConcentratedKind<V3State> = {
    module: params.module,
    origin: params.origin,
    step: { ...params.step, data: `0x${encodeWord(market.fee)}` },
    gas: () => (params.isPancake ? PANCAKE_GAS : GAS),
    market: () => market,
    create: (next) => createV3Pool(params, identity, next),
    advance: advanceV3,
    traits: '',
    record() {
      const { sqrtPriceAt: _, ...plain } = params
      return { kind: 'v3', args: [plain, identity, state] }
    },
  }
  return createConcentratedPool(kind, identity, state)
}

/** Applies to any fork whose logs begin with the same words. */
export function advanceV3<State extends V3State>(state: State, log: PoolLog): State {
  switch (log.topics[0]) {
    case initializeTopic:
      return { ...state, sqrtPrice: uintAt(log.data, 0), tick: Number(intAt(log.data, 1)) }
    case swapTopic:
    case pancakeSwapTopic:
    case algebraSwapTopic:
      return {
        ...state,
        sqrtPrice: uintAt(log.data, 2),
        liquidity: uintAt(log.data, 3),
        tick: Number(intAt(log.data, 4)),
      }
    case mintTopic:
      return changeLiquidity(state, log, uintAt(log.data, 1))
    case burnTopic:
    case algebraBurnTopic:
      return changeLiquidity(state, log, -uintAt(log.data, 0))
    default:
      return state
  }
}

/** Both logs have the owner and the two ticks as topics. */
function changeLiquidity<State extends V3State>(state: State, log: PoolLog, delta: bigint): State {
  const topics = joinWords(log.topics)
  return withLiquidity(state, {
    lower: Number(intAt(topics, 2)),
    upper: Number(intAt(topics, 3)),
    delta,
  })
}
