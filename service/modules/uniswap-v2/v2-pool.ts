import { toEventSelector } from 'viem'
import { uintAt } from '../../lib/abi-words.ts'
import { type Curve, createCurve } from '../core/curve.ts'
import type { Pool, PoolIdentity, PoolOrigin, PoolStep, PoolSwap } from '../core/pool.ts'

export const syncTopic = toEventSelector('Sync(uint112,uint112)')

/** Maximum reserve: a uint112. */
const MAX_RESERVE = 2n ** 112n - 1n
const SWAP_GAS = 62_000
const BPS = 10_000n

export interface V2State {
  reserve0: bigint
  reserve1: bigint
}

export interface V2Params {
  module: string
  origin: PoolOrigin
  step: PoolStep
  feeBps: number
}

/** A constant-product pair: `x * y` never falls, and the fee stays in the pair. */
export function createV2Pool(params: V2Params, identity: PoolIdentity, state: V2State): Pool {
  const { reserve0, reserve1 } = state
  const kept = BPS - BigInt(params.feeBps)

  const curves = new Map<boolean, Curve>()

  function getCurve(zeroForOne: boolean): Curve {
    const [into, out] = (zeroForOne ? [reserve0, reserve1] : [reserve1, reserve0]).map(Number) as [
      number,
      number,
    ]
    const start = Math.sqrt(into / out)
    const depth = Math.sqrt(into) * Math.sqrt(out)
    const keep = Number(kept) / 1e4
    const end = start + ((Number(MAX_RESERVE) - into) * keep) / depth
    return createCurve({ keep, starts: [start, end], liquidity: [depth], gas: SWAP_GAS })
  }

  function moved(zeroForOne: boolean, amountIn: bigint, amountOut: bigint): PoolSwap {
    return {
      amountIn,
      amountOut,
      gas: SWAP_GAS,
      after: () =>
        createV2Pool(params, identity, {
          reserve0: zeroForOne ? reserve0 + amountIn : reserve0 - amountOut,
          reserve1: zeroForOne ? reserve1 - amountOut : reserve1 + amountIn,
        }),
    }
  }

  return {
    identity,
    address: identity.address,
    module: params.module,
    origin: params.origin,
    step: () => params.step,
    tokens: identity.tokens,
    fee: identity.fee,
    depth: [reserve0, reserve1],
    isHealthy: reserve0 > 0n && reserve1 > 0n,
    spot: { numerator: reserve1, denominator: reserve0 },
    swapGas: SWAP_GAS,
    envelope: () => ({ depth: [Number(reserve0), Number(reserve1)], isExact: true }),

    exactInput(zeroForOne, amountIn) {
      const reserveIn = zeroForOne ? reserve0 : reserve1
      const reserveOut = zeroForOne ? reserve1 : reserve0
      if (amountIn <= 0n || reserveOut === 0n || reserveIn === 0n) return undefined
      if (reserveIn + amountIn > MAX_RESERVE) return undefined
      const sold = amountIn * kept
      const amountOut = (sold * reserveOut) / (reserveIn * BPS + sold)
      return amountOut > 0n ? moved(zeroForOne, amountIn, amountOut) : undefined
    },

    exactOutput(zeroForOne, amountOut) {
      const reserveIn = zeroForOne ? reserve0 : reserve1
      const reserveOut = zeroForOne ? reserve1 : reserve0
      if (amountOut <= 0n || amountOut >= reserveOut || reserveIn === 0n) return undefined
      const amountIn = (reserveIn * amountOut * BPS) / ((reserveOut - amountOut) * kept) + 1n
      return reserveIn + amountIn > MAX_RESERVE ? undefined : moved(zeroForOne, amountIn, amountOut)
    },

    curve(zeroForOne) {
      if (reserve0 === 0n || reserve1 === 0n) return undefined
      const known = curves.get(zeroForOne)
      if (known) return known
      const curve = getCurve(zeroForOne)
      curves.set(zeroForOne, curve)
      return curve
    },

    advance(log) {
      if (log.topics[0] !== syncTopic) return this
      return createV2Pool(params, identity, { reserve0: uintAt(log.data, 0), reserve1: uintAt(log.data, 1) })
    },

    fingerprint: () => `${reserve0} ${reserve1}`,
    record: () => ({ kind: 'v2', args: [params, identity, state] }),
  }
}
