import type { Curve } from '../core/curve.ts'
import type { Pool, PoolIdentity, PoolLog, PoolOrigin, PoolRecord, PoolStep, PoolSwap } from '../core/pool.ts'
import { countKnown, getNearTicks, NEAR_TICKS } from './ticks.ts'
import { type V3Gas, v3Curve, WORD_GAS } from './v3-curve.ts'
import { swapV3, type V3Market, type V3State } from './v3-swap.ts'

const Q96 = 96n
const Q192 = 1n << 192n
/** Fees are in millionths. */
const WHOLE = 1_000_000n

/** Differences between the kinds of concentrated liquidity pools. */
export interface ConcentratedKind<State extends V3State> {
  module: string
  origin: PoolOrigin
  /** Default: the pool's address. */
  holder?: PoolIdentity['address']
  step: PoolStep
  gas(zeroForOne: boolean): V3Gas
  /** Tick arithmetic and the fee of a direction. */
  market(zeroForOne: boolean): V3Market
  /** Returns the same pool in another state. */
  create(state: State): Pool
  /** Returns the state after a log, or the same state if the log does not affect prices. */
  advance(state: State, log: PoolLog): State
  /** Further inputs of quotes, apart from price and ticks. */
  traits: string
  /** Default: the fee of the identity. */
  fee?: number
  /** Default: true with a price and liquidity. */
  isQuotable?: boolean
  /** See `Pool`. */
  changes?: Pick<Pool, 'watched' | 'withResult'>
  record(): PoolRecord
}

/** Creates a pool of concentrated liquidity. */
export function createConcentratedPool<State extends V3State>(
  kind: ConcentratedKind<State>,
  identity: PoolIdentity,
  state: State,
): Pool {
  const { sqrtPrice, liquidity } = state
  const known = countKnown(state.ticks, state.tick)
  const isHealthy = sqrtPrice > 0n && state.ticks.length > 0 && known > 0 && kind.isQuotable !== false
  const curves = new Map<boolean, Curve | undefined>()

  /** The fee of one direction may take the whole input. */
  const canTrade = (zeroForOne: boolean) => isHealthy && kind.market(zeroForOne).fee < WHOLE

  function swap(zeroForOne: boolean, isInput: boolean, amount: bigint): PoolSwap | undefined {
    if (!canTrade(zeroForOne) || amount <= 0n) return undefined
    const result = swapV3(kind.market(zeroForOne), state, { zeroForOne, isInput, amount })
    if (!result || result.amountOut <= 0n) return undefined
    const gas = kind.gas(zeroForOne)
    return {
      amountIn: result.amountIn,
      amountOut: result.amountOut,
      gas:
        gas.swap +
        gas.crossing * result.crossed +
        WORD_GAS * result.words +
        (isInput ? 0 : (gas.purchase ?? 0)),
      after: () =>
        kind.create({
          ...state,
          sqrtPrice: result.sqrtPrice,
          tick: result.tick(),
          liquidity: result.liquidity,
        }),
    }
  }

  return {
    identity,
    address: identity.address,
    module: kind.module,
    origin: kind.origin,
    ...(kind.holder && { holder: kind.holder }),
    step: () => kind.step,
    tokens: identity.tokens,
    fee: kind.fee ?? identity.fee,
    ...kind.changes,
    // One reload restores four times as many ticks.
    isOutdated: known < NEAR_TICKS,
    depth: sqrtPrice > 0n ? [(liquidity << Q96) / sqrtPrice, (liquidity * sqrtPrice) >> Q96] : [0n, 0n],
    isHealthy,
    spot: { numerator: sqrtPrice * sqrtPrice, denominator: Q192 },
    swapGas: Math.min(kind.gas(true).swap, kind.gas(false).swap),
    envelope() {
      const most = Number(mostLiquidity(state))
      const root = Number(sqrtPrice) / 2 ** 96
      return { depth: [most / root, most * root], isExact: false }
    },
    exactInput: (zeroForOne, amountIn) => swap(zeroForOne, true, amountIn),
    exactOutput: (zeroForOne, amountOut) => swap(zeroForOne, false, amountOut),
    curve(zeroForOne) {
      if (curves.has(zeroForOne)) return curves.get(zeroForOne)
      const drawn = canTrade(zeroForOne)
        ? v3Curve(kind.market(zeroForOne), state, zeroForOne, kind.gas(zeroForOne))
        : undefined
      const curve = drawn && drawn.liquidity.length > 0 ? drawn : undefined
      curves.set(zeroForOne, curve)
      return curve
    },
    advance(log) {
      const next = kind.advance(state, log)
      return next === state ? this : kind.create(next)
    },
    fingerprint() {
      const near = getNearTicks(state.ticks, state.tick)
      const ticks = near.map(({ index, net, gross }) => `${index}:${net}:${gross}`)
      return [sqrtPrice, state.tick, liquidity, ...ticks].join(' ') + kind.traits
    },
    record: () => kind.record(),
  }
}

/** Returns the largest liquidity of any known range. */
function mostLiquidity({ ticks, tick, liquidity: active }: V3State): bigint {
  let liquidity = 0n
  // Ticks below the first known one were dropped.
  if (ticks[0]?.isEnd) {
    liquidity = active
    for (const { index, net } of ticks) if (index <= tick) liquidity -= net
  }
  let most = liquidity
  for (const { net } of ticks) {
    liquidity += net
    if (liquidity > most) most = liquidity
  }
  return most
}
