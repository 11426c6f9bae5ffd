import { STEP_KINDS } from '../../../wire/abi/step-kinds.ts'
import { type Curve, fixedRateCurve } from '../core/curve.ts'
import type { Pool, PoolIdentity, PoolOrigin, PoolSwap } from '../core/pool.ts'

/** The executor adds this to an exact output, because shares are rounded at each transfer. */
const SUPPLIED_BEYOND = 8n
const WITHDRAWN_BEYOND = 1n
const SUPPLY_GAS = 220_000
const WITHDRAW_GAS = 180_000
/** Capacity of the curve, in multiples of the liquidity. */
const SEARCHED_DEPTHS = 10n

export interface AaveState {
  /** False while the reserve is inactive, frozen or paused. */
  canSupply: boolean
  /** False while the reserve is inactive or paused. */
  canWithdraw: boolean
  /** Remaining supply until the cap. */
  supplyRoom: bigint
  /** Withdrawable liquidity. */
  liquidity: bigint
}

export interface AaveParams {
  module: string
  origin: PoolOrigin
  /** Index of the market in the executor's list. */
  source: number
}

/**
 * A reserve: `tokens[0]` is the underlying, `tokens[1]` the aToken. Converts 1:1. The protocol
 * rounds balances, so a wei may be missing.
 */
export function createAavePool(params: AaveParams, identity: PoolIdentity, state: AaveState): Pool {
  const { canSupply, canWithdraw, supplyRoom, liquidity } = state
  const room = (isSupply: boolean) =>
    isSupply ? (canSupply ? supplyRoom : 0n) : canWithdraw ? liquidity : 0n
  const curves = new Map<boolean, Curve>()

  function convert(isSupply: boolean, amount: bigint): PoolSwap | undefined {
    if (amount <= 0n || amount > room(isSupply)) return undefined
    const added = isSupply ? amount : -amount
    return {
      amountIn: amount,
      amountOut: amount,
      gas: isSupply ? SUPPLY_GAS : WITHDRAW_GAS,
      after: () =>
        createAavePool(params, identity, {
          ...state,
          supplyRoom: supplyRoom - added,
          liquidity: liquidity + added,
        }),
    }
  }

  return {
    identity,
    address: identity.address,
    module: params.module,
    origin: params.origin,
    step: (isSupply) => ({
      kind: isSupply ? STEP_KINDS.aaveSupply : STEP_KINDS.aaveWithdraw,
      source: params.source,
      data: '0x',
    }),
    tokens: identity.tokens,
    fee: 0,
    depth: [liquidity, liquidity],
    isHealthy: room(true) > 0n || room(false) > 0n,
    spot: { numerator: 1n, denominator: 1n },
    swapGas: WITHDRAW_GAS,
    exactInput: convert,
    exactOutput(isSupply, amountOut) {
      if (amountOut <= 0n) return undefined
      if (isSupply) {
        const swap = convert(true, amountOut + SUPPLIED_BEYOND)
        return swap && { ...swap, amountOut }
      }
      const swap = convert(false, amountOut)
      return swap && { ...swap, amountIn: amountOut + WITHDRAWN_BEYOND }
    },
    curve(isSupply) {
      const searched = liquidity * SEARCHED_DEPTHS
      const capacity = Number(room(isSupply) < searched ? room(isSupply) : searched)
      if (capacity === 0) return undefined
      const gas = isSupply ? SUPPLY_GAS : WITHDRAW_GAS
      const curve = curves.get(isSupply) ?? fixedRateCurve({ rate: 1, capacity, gas })
      curves.set(isSupply, curve)
      return curve
    },
    advance() {
      return this
    },
    fingerprint: () => `${room(true)} ${room(false)}`,
    record: () => ({ kind: 'aave', args: [params, identity, state] }),
  }
}
