import type { Address, Hex } from '../../../src/lib/address.ts'
import type { Curve } from './curve.ts'

/** One pool at one block. Immutable: what a log or a swap changes is another object. */
export interface Pool extends PoolView {
  identity: PoolIdentity
  origin: PoolOrigin
  /** How an executor step trades here in a direction; undefined when the settlement does it without a step. */
  step(zeroForOne: boolean): PoolStep | undefined
  /** Whether it can trade at all. */
  isHealthy: boolean
  /**
   * Units of `tokens[1]` for one of `tokens[0]` at the margin, before the fee: a ratio of base units. No trade fetches
   * more than this less `fee`.
   */
  spot: Ratio
  /** The least a swap costs inside a route, by the module's gas model. */
  swapGas: number
  /** A pool of constant product that never pays less. Default: none is known. */
  envelope?(): Envelope
  /**
   * What the contract pays for exactly `amountIn`, to the wei; undefined when it would not take all of it.
   * `zeroForOne` sells `tokens[0]`.
   */
  exactInput(zeroForOne: boolean, amountIn: bigint): PoolSwap | undefined
  /** What the contract asks for exactly `amountOut`, to the wei; undefined when it has not as much. */
  exactOutput(zeroForOne: boolean, amountOut: bigint): PoolSwap | undefined
  /** The same in float64, for searching: made when first asked for. Undefined when the pool takes no part in splits. */
  curve(zeroForOne: boolean): Curve | undefined
  /** The pool after a log of its own contract; itself when the log does not concern prices. */
  advance(log: PoolLog): Pool
  /** Who holds the pool's tokens. Default: its address. */
  holder?: Address
  /** A contract of more tokens is a pool for each pair; the others go with the first. A route uses one of them. */
  siblings?: readonly Pool[]
  /** A text that two states of a pool share exactly when they quote the same, whatever the size. */
  fingerprint(): string
  /** What makes the same pool again elsewhere: see `createPoolDeserializer`. */
  record(): PoolRecord
}

/** What a pool of constant product holds, at the same price and fee as another. */
export interface Envelope {
  depth: readonly [number, number]
  /** Whether it never pays more, either. */
  isExact: boolean
}

/** A pool as plain values, fit to be sent to another thread. */
export interface PoolRecord {
  kind: string
  /** What the kind's factory takes. */
  args: readonly unknown[]
}

/** What tells a pool apart before its state is known. */
export interface PoolIdentity {
  address: Address
  /** In the contract's order. */
  tokens: readonly [Address, Address]
  /** Hundredths of a bip. */
  fee: number
  /** V3 only; 0 elsewhere. */
  tickSpacing: number
  /** What a Balancer vault calls the pool. */
  poolId?: Hex
}

/** What people and the wire call the module of a pool. */
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
  /** What the swap costs inside a route, by the module's gas model. */
  gas: number
}

export interface PoolSwap extends SwapAmounts {
  /** The pool after this swap. */
  after(): Pool
}

/** A log as nodes write it. */
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
  /** Units of `tokens[1]` for one of `tokens[0]` at the margin. Default: as the depths say. */
  spot?: { numerator: bigint; denominator: bigint }
  /** What it really pays, in float64; undefined when it pays nothing. Default: a product of the depths. */
  curve?(zeroForOne: boolean): Curve | undefined
  /** Default: an exchange. */
  origin?: { kind: 'dex' | 'lending' | 'wrap' }
}
