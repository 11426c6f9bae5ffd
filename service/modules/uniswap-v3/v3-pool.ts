import { toEventSelector } from 'viem'
import { encodeWord, intAt, joinWords, uintAt } from '../../lib/abi-words.ts'
import type { Curve } from '../core/curve.ts'
import type { Pool, PoolIdentity, PoolLog, PoolOrigin, PoolStep, PoolSwap } from '../core/pool.ts'
import { withPosition } from './ticks.ts'
import { v3Curve } from './v3-curve.ts'
import { swapV3, type V3Market, type V3State } from './v3-swap.ts'

export const initializeTopic = toEventSelector('Initialize(uint160,int24)')
export const swapTopic = toEventSelector('Swap(address,address,int256,int256,uint160,uint128,int24)')
export const mintTopic = toEventSelector('Mint(address,address,int24,int24,uint128,uint256,uint256)')
export const burnTopic = toEventSelector('Burn(address,int24,int24,uint128,uint256,uint256)')

const SWAP_GAS = 82_000
const CROSSING_GAS = 24_000
const Q96 = 96n
const Q192 = 1n << 192n

export interface V3Terms {
  module: string
  origin: PoolOrigin
  step: Omit<PoolStep, 'data'>
  /** Shared by the pools of a module. */
  sqrtPriceAt: (tick: number) => bigint
}

/** A pool of concentrated liquidity. */
export function createV3Pool(terms: V3Terms, identity: PoolIdentity, state: V3State): Pool {
  const market: V3Market = {
    fee: BigInt(identity.fee),
    tickSpacing: identity.tickSpacing,
    sqrtPriceAt: terms.sqrtPriceAt,
  }
  const { sqrtPrice, liquidity } = state
  const step: PoolStep = { ...terms.step, data: `0x${encodeWord(market.fee)}` }
  const isHealthy = sqrtPrice > 0n && state.ticks.length > 0

  const curves = new Map<boolean, Curve>()

  function swap(zeroForOne: boolean, isInput: boolean, amount: bigint): PoolSwap | undefined {
    if (!isHealthy || amount <= 0n) return undefined
    const result = swapV3(market, state, { zeroForOne, isInput, amount })
    if (!result || result.amountOut <= 0n) return undefined
    return {
      amountIn: result.amountIn,
      amountOut: result.amountOut,
      gas: SWAP_GAS + CROSSING_GAS * result.crossed,
      after: () =>
        createV3Pool(terms, identity, {
          sqrtPrice: result.sqrtPrice,
          tick: result.tick(),
          liquidity: result.liquidity,
          ticks: state.ticks,
        }),
    }
  }

  return {
    identity,
    address: identity.address,
    module: terms.module,
    origin: terms.origin,
    step: () => step,
    tokens: identity.tokens,
    fee: identity.fee,
    depth: sqrtPrice > 0n ? [(liquidity << Q96) / sqrtPrice, (liquidity * sqrtPrice) >> Q96] : [0n, 0n],
    isHealthy,
    spot: { numerator: sqrtPrice * sqrtPrice, denominator: Q192 },
    swapGas: SWAP_GAS,
    envelope() {
      const most = Number(mostLiquidity(state.ticks))
      const root = Number(sqrtPrice) / 2 ** 96
      return { depth: [most / root, most * root], isExact: false }
    },
    exactInput: (zeroForOne, amountIn) => swap(zeroForOne, true, amountIn),
    exactOutput: (zeroForOne, amountOut) => swap(zeroForOne, false, amountOut),
    curve(zeroForOne) {
      if (!isHealthy) return undefined
      const gas = { swap: SWAP_GAS, crossing: CROSSING_GAS }
      const curve = curves.get(zeroForOne) ?? v3Curve(market, state, zeroForOne, gas)
      curves.set(zeroForOne, curve)
      return curve.liquidity.length > 0 ? curve : undefined
    },
    advance(log) {
      const next = advanceState(state, log)
      return next === state ? this : createV3Pool(terms, identity, next)
    },
    fingerprint() {
      const ticks = state.ticks.map(({ index, net, gross }) => `${index}:${net}:${gross}`)
      return [sqrtPrice, state.tick, liquidity, ...ticks].join(' ')
    },
    record() {
      const { sqrtPriceAt: _, ...plain } = terms
      return { kind: 'v3', args: [plain, identity, state] }
    },
  }
}

/** The largest liquidity of any range. */
function mostLiquidity(ticks: V3State['ticks']): bigint {
  let [liquidity, most] = [0n, 0n]
  for (const { net } of ticks) {
    liquidity += net
    if (liquidity > most) most = liquidity
  }
  return most
}

function advanceState(state: V3State, log: PoolLog): V3State {
  switch (log.topics[0]) {
    case initializeTopic:
      return { ...state, sqrtPrice: uintAt(log.data, 0), tick: Number(intAt(log.data, 1)) }
    case swapTopic:
      return {
        ...state,
        sqrtPrice: uintAt(log.data, 2),
        liquidity: uintAt(log.data, 3),
        tick: Number(intAt(log.data, 4)),
      }
    case mintTopic:
      return changeLiquidity(state, log, uintAt(log.data, 1))
    case burnTopic:
      return changeLiquidity(state, log, -uintAt(log.data, 0))
    default:
      return state
  }
}

/** Both logs carry owner and the two ticks as topics. */
function changeLiquidity(state: V3State, log: PoolLog, delta: bigint): V3State {
  if (delta === 0n) return state
  const topics = joinWords(log.topics)
  const lower = Number(intAt(topics, 2))
  const upper = Number(intAt(topics, 3))
  const isActive = lower <= state.tick && state.tick < upper
  return {
    ...state,
    liquidity: isActive ? state.liquidity + delta : state.liquidity,
    ticks: withPosition(state.ticks, { lower, upper, delta }),
  }
}
