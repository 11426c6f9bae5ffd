import { STEP_KINDS } from '../../../wire/abi/step-kinds.ts'
import { type Curve, fixedRateCurve } from '../core/curve.ts'
import type { Pool, PoolIdentity, PoolOrigin, PoolSwap } from '../core/pool.ts'

/** Measured with our port of both tokens, plus sixty thousand for stETH behind a proxy. */
const WRAP_GAS = 155_000
const UNWRAP_GAS = 145_000
/**
 * The executor unwraps this much more for an exact output, because shares are rounded at each
 * transfer.
 */
const UNWRAPPED_BEYOND = 8n
/**
 * Maximum loss of stETH between the settlement and the receiver of a sale: two units in the last
 * payment, and one unit per fee for two fees.
 */
export const LOST_ON_THE_WAY = 4n

export interface WstEthParams {
  module: string
  origin: PoolOrigin
  /** Index in the executor's list. */
  source: number
}

export interface WstEthState {
  /** Value of `shares` in wei. */
  ether: bigint
  shares: bigint
  /** Supply of wstETH. One base unit is one share. */
  wrapped: bigint
  /** Shares that are not wrapped. */
  unwrapped: bigint
  /** True if transfers of stETH are halted. */
  isStopped: boolean
}

/**
 * Lido's wstETH: `tokens[0]` is stETH, `tokens[1]` wstETH. Both directions round down. Wrapping
 * takes all shares of an amount. Unwrapping sends the value of the shares, which moves one share
 * less if it was rounded.
 */
export function createWstEthPool(params: WstEthParams, identity: PoolIdentity, state: WstEthState): Pool {
  const { ether, shares, wrapped, unwrapped, isStopped } = state
  const toShares = (amount: bigint) => (amount * shares) / ether
  const toAmount = (held: bigint) => (held * ether) / shares
  // The executor's rounding requires that a share is worth more than one unit and less than two.
  const isOpen = !isStopped && shares < ether && ether < 2n * shares
  const curves = new Map<boolean, Curve>()

  function moved(minted: bigint): Pool {
    const next = { wrapped: wrapped + minted, unwrapped: unwrapped - minted }
    return createWstEthPool(params, identity, { ...state, ...next })
  }

  function wrap(amount: bigint): PoolSwap | undefined {
    const minted = toShares(amount)
    if (!isOpen || minted <= 0n || minted > unwrapped) return undefined
    return { amountIn: amount, amountOut: minted, gas: WRAP_GAS, after: () => moved(minted) }
  }

  function unwrap(burnt: bigint): PoolSwap | undefined {
    if (!isOpen || burnt <= 0n || burnt > wrapped) return undefined
    const amountOut = toAmount(toShares(toAmount(burnt))) - LOST_ON_THE_WAY
    if (amountOut <= 0n) return undefined
    return { amountIn: burnt, amountOut, gas: UNWRAP_GAS, after: () => moved(-burnt) }
  }

  function getCurve(isWrap: boolean): Curve | undefined {
    const capacity = isWrap ? toAmount(unwrapped) : wrapped
    if (!isOpen || capacity <= 0n) return undefined
    const rate = Number(shares) / Number(ether)
    return fixedRateCurve({
      rate: isWrap ? rate : 1 / rate,
      capacity: Number(capacity),
      gas: isWrap ? WRAP_GAS : UNWRAP_GAS,
    })
  }

  return {
    identity,
    address: identity.address,
    module: params.module,
    origin: params.origin,
    step: (isWrap) => ({
      kind: isWrap ? STEP_KINDS.wstethWrap : STEP_KINDS.wstethUnwrap,
      source: params.source,
      data: '0x',
    }),
    tokens: identity.tokens,
    fee: 0,
    depth: [toAmount(wrapped), wrapped],
    isHealthy: isOpen && (wrapped > 0n || unwrapped > 0n),
    spot: { numerator: shares, denominator: ether },
    swapGas: Math.min(WRAP_GAS, UNWRAP_GAS),
    exactInput: (isWrap, amount) => (isWrap ? wrap(amount) : unwrap(amount)),
    exactOutput(isWrap, amountOut) {
      if (amountOut <= 0n) return undefined
      const swap = isWrap
        ? wrap((amountOut * ether + shares - 1n) / shares)
        : unwrap(toShares(amountOut + UNWRAPPED_BEYOND))
      return swap && { ...swap, amountOut }
    },
    curve(isWrap) {
      const curve = curves.get(isWrap) ?? getCurve(isWrap)
      if (curve) curves.set(isWrap, curve)
      return curve
    },
    advance() {
      return this
    },
    fingerprint: () => [ether, shares, wrapped, unwrapped, isStopped].join(' '),
    record: () => ({ kind: 'wsteth', args: [params, identity, state] }),
  }
}
