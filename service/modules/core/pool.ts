import type { Address, Hex } from '../../../src/lib/address.ts'
import type { Curve } from './curve.ts'

/** One pool at one block. Immutable: logs and swaps return a new object. */
export interface Pool extends PoolView {
  identity: PoolIdentity
  origin: PoolOrigin
  /** How an executor step trades here in a direction; undefined when the settlement does it without a step. */
  step(zeroForOne: boolean): PoolStep | undefined
  /** Whether it can trade at all. */
  isHealthy: boolean
  /**
   * Marginal price of `tokens[0]` in `tokens[1]` before the fee: a ratio of base units. No trade gets more than this less
   * `fee`.
   */
  spot: Ratio
  /** Minimum gas of a swap inside a route, by the module's gas model. */
  swapGas: number
  /** A constant product pool that never pays less. Default: unknown. */
  envelope?(): Envelope
  /**
   * The output for exactly `amountIn`, to the wei; undefined when the pool cannot take all of it.
   * `zeroForOne` sells `tokens[0]`.
   */
  exactInput(zeroForOne: boolean, amountIn: bigint): PoolSwap | undefined
  /** The input for exactly `amountOut`, to the wei; undefined when the pool does not have as much. */
  exactOutput(zeroForOne: boolean, amountOut: bigint): PoolSwap | undefined
  /** The same in float64, for searching; lazy. Undefined when the pool is not used in splits. */
  curve(zeroForOne: boolean): Curve | undefined
  /** The pool after a log of its own contract; itself when the log does not concern prices. */
  advance(log: PoolLog): Pool
  /** The account that holds the pool's tokens. Default: its address. */
  holder?: Address
  /** A log told that it changed, and not how: it is read before it trades. Default: logs tell all. */
  isOutdated?: boolean
  /** What it depends on that no log tells. Default: nothing. */
  watched?: readonly WatchedCall[]
  /** The pool at another answer to the one call that it watches. Default: it is read anew. */
  withAnswer?(answer: Hex | undefined): Pool
  siblings?: readonly Pool[]
  /** Equal exactly for states with equal quotes at every size, but for those far from the price that the pool does not follow. */
  fingerprint(): string
  /** Serializes the pool: see `createPoolDeserializer`. */
  record(): PoolRecord
}

/** Reserves of a constant product pool with the same price and fee. */
export interface Envelope {
  depth: readonly [number, number]
  /** Whether it never pays more, either. */
  isExact: boolean
}

/** A pool as plain values, which can be posted to a worker. */
export interface PoolRecord {
  kind: string
  /** Arguments of the kind's factory. */
  args: readonly unknown[]
}

/** A call that answers otherwise when a pool has changed without a log. */
export interface WatchedCall {
  /** It runs code that may burn all gas. Default: of a contract that is trusted. */
  isUntrusted?: boolean
  to: Address
  data: Hex
  /** See `ContractCall`. */
  code?: Hex
  /** Its first word; undefined where there is none. */
  answer: Hex | undefined
  /** Unix seconds: it counts at later blocks only. */
  after: bigint
}

/** Identifies a pool before its state is known. */
export interface PoolIdentity {
  address: Address
  /** In the contract's order: the first two. */
  tokens: readonly [Address, Address]
  /** Those after the first two. Default: none, or not read yet (`readOthers`): stores do not keep them. */
  others?: readonly Address[]
  /** Hundredths of a bip; of a Solidly pair 1 when it is stable, or 0. */
  fee: number
  /** Of concentrated liquidity with a spacing: V3, V4, Slipstream, Algebra V1. 0 elsewhere. */
  tickSpacing: number
  /** Pool id in the vault of Balancer V2. */
  poolId?: Hex
}

/** All tokens of a pool, in the contract's order. */
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
  /** The pool after this swap. `of`: another pair of its contract, which it has moved too. */
  after(of?: Pool): Pool
}

/** A log in JSON-RPC format. */
export interface PoolLog {
  address: Address
  topics: readonly Hex[]
  data: Hex
}

/** One pool in one direction-free view, as catalogue and rates read it. Amounts are base units. */
export interface PoolView {
  address: Address
  /** Module id. */
  module: string
  tokens: readonly [Address, Address]
  /** Fee in hundredths of a bip (3000 is 0.3 %). */
  fee: number
  /** Depth around the current price: reserves of a V2 pool, virtual reserves of a V3 pool's active range. */
  depth: readonly [bigint, bigint]
  /** Units of `tokens[1]` for one of `tokens[0]` at the margin. */
  spot: { numerator: bigint; denominator: bigint }
  /** Its curve in float64; undefined when nothing trades. */
  curve(zeroForOne: boolean): Curve | undefined
  /** A contract of more tokens is a pool for each pair; the others go with the first. */
  siblings?: readonly PoolView[]
  origin: Pick<PoolOrigin, 'kind'>
}
