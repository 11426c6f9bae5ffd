import type { Address, Hex } from '../../../wire/lib/address.ts'
import type { Curve } from './curve.ts'

/** One pool at one block. Immutable: logs and swaps return a new object. */
export interface Pool extends PoolView {
  identity: PoolIdentity
  origin: PoolOrigin
  /** How an executor step trades here. Undefined if the settlement trades without a step. */
  step(zeroForOne: boolean): PoolStep | undefined
  /** True if the pool can trade at all. */
  isHealthy: boolean
  /**
   * Marginal price of `tokens[0]` in `tokens[1]` before the fee, in base units. No trade is better
   * than this minus `fee`.
   */
  spot: Ratio
  /** Minimum gas of a swap inside a route, by the module's gas model. */
  swapGas: number
  /** A constant-product pool that never pays less. Default: unknown. */
  envelope?(): Envelope
  /**
   * Returns the output for exactly `amountIn`, to the wei, or undefined if the pool cannot take all
   * of it. `zeroForOne` sells `tokens[0]`.
   */
  exactInput(zeroForOne: boolean, amountIn: bigint): PoolSwap | undefined
  /**
   * Returns the input for exactly `amountOut`, to the wei, or undefined if the pool does not have
   * that much.
   */
  exactOutput(zeroForOne: boolean, amountOut: bigint): PoolSwap | undefined
  /**
   * Returns the curve for searching in float64, created lazily. Undefined if the pool is not used
   * in splits.
   */
  curve(zeroForOne: boolean): Curve | undefined
  /**
   * Returns the pool after a log of its contract, or the same pool if the log does not affect
   * prices.
   */
  advance(log: PoolLog): Pool
  /** The account that holds the pool's tokens. Default: the pool's address. */
  holder?: Address
  /**
   * True if a log showed a change without its result, so that the pool must be reloaded before it
   * trades. Default: false.
   */
  isOutdated?: boolean
  /** Calls whose results the pool depends on without logs. Default: none. */
  watched?: readonly WatchedCall[]
  /**
   * Returns the pool with another result of its only watched call. Default: the pool is reloaded.
   */
  withResult?(result: Hex | undefined): Pool
  siblings?: readonly Pool[]
  /**
   * Equal for states with equal quotes at every size. Excludes state far from the price, which the
   * pool does not follow.
   */
  fingerprint(): string
  /** Serializes the pool for `createPoolDeserializer`. */
  record(): PoolRecord
}

/** Reserves of a constant product pool with the same price and fee. */
export interface Envelope {
  depth: readonly [number, number]
  /** True if the envelope also never pays more. */
  isExact: boolean
}

/** A pool as plain values that can be posted to a worker. */
export interface PoolRecord {
  kind: string
  /** Arguments of the kind's factory. */
  args: readonly unknown[]
}

/** A call whose result differs when a pool has changed without a log. */
export interface WatchedCall {
  /** True if the called code is untrusted and may burn all gas. Default: false. */
  isUntrusted?: boolean
  to: Address
  data: Hex
  /** See `ContractCall`. */
  code?: Hex
  /** The first word of the result. Undefined without one. */
  result: Hex | undefined
  /** Unix seconds. Only later blocks are checked. */
  after: bigint
}

/** Identifies a pool before its state is known. */
export interface PoolIdentity {
  address: Address
  /** The first two tokens in the contract's order. */
  tokens: readonly [Address, Address]
  /**
   * The tokens after the first two. Default: none, or not read yet, because stores do not keep them
   * (`readOthers`).
   */
  others?: readonly Address[]
  /** Hundredths of a bip. For a Solidly pair 1 if it is stable, else 0. */
  fee: number
  /** Tick spacing of V3, V4, Slipstream and Algebra V1. 0 elsewhere. */
  tickSpacing: number
  /** Pool id in the vault of Balancer V2. */
  poolId?: Hex
}

/** Returns all tokens of a pool in the contract's order. */
export function getTokens({ tokens, others }: PoolIdentity): readonly Address[] {
  return others ? [...tokens, ...others] : tokens
}

/** Display name and kind of a pool's module. */
export interface PoolOrigin {
  name: string
  kind: 'dex' | 'lending' | 'wrap'
}

/** Fields of `IExecutor.Step` that depend on the pool. */
export interface PoolStep {
  kind: number
  source: number
  data: Hex
}

export interface Ratio {
  numerator: bigint
  denominator: bigint
}

export interface SwapAmounts {
  amountIn: bigint
  amountOut: bigint
  /** Gas of the swap inside a route, by the module's gas model. */
  gas: number
}

export interface PoolSwap extends SwapAmounts {
  /**
   * Returns the pool after this swap. `of` is another pair of the contract, which the swap also
   * changed.
   */
  after(of?: Pool): Pool
}

/** A log in JSON-RPC format. */
export interface PoolLog {
  address: Address
  topics: readonly Hex[]
  data: Hex
}

/** A direction-independent view of a pool for catalogue and rates. Amounts are base units. */
export interface PoolView {
  address: Address
  /** Module id. */
  module: string
  tokens: readonly [Address, Address]
  /** Fee in hundredths of a bip (3000 is 0.3 %). */
  fee: number
  /**
   * Depth around the current price: reserves of a V2 pool, virtual reserves of a V3 pool's active
   * range.
   */
  depth: readonly [bigint, bigint]
  /** Units of `tokens[1]` per unit of `tokens[0]` at the margin. */
  spot: { numerator: bigint; denominator: bigint }
  /** The curve in float64. Undefined if nothing trades. */
  curve(zeroForOne: boolean): Curve | undefined
  /** The other pairs of a contract with more tokens. The first pair carries them. */
  siblings?: readonly PoolView[]
  origin: Pick<PoolOrigin, 'kind'>
}
