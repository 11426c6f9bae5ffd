import type { Address } from '../../src/lib/address.ts'
import type { PoolView } from '../chain/types.ts'

/** One pool at one block. Immutable: what a log or a swap changes is another object. */
export interface Pool extends PoolView {
  /** The module's name, for people. */
  moduleName: string
  /** `kind` and `source` of an executor step that trades here. */
  step: { kind: number; source: number }
  /** Whether it can trade at all. */
  isHealthy: boolean
  /** Units of `tokens[1]` for one of `tokens[0]` at the margin, before the fee: a ratio of base units. */
  spot: { numerator: bigint; denominator: bigint }
  /**
   * What the contract pays for exactly `amountIn`, to the wei; undefined when it would not take all of it.
   * `zeroForOne` sells `tokens[0]`.
   */
  exactInput(zeroForOne: boolean, amountIn: bigint): PoolSwap | undefined
  /** What the contract asks for exactly `amountOut`, to the wei; undefined when it has not as much. */
  exactOutput(zeroForOne: boolean, amountOut: bigint): PoolSwap | undefined
}

export interface PoolSwap {
  amountIn: bigint
  amountOut: bigint
  /** What the swap costs inside a route, by the module's gas model. */
  gas: number
  /** The pool after this swap. */
  after(): Pool
}

/** What tells a pool apart before its state is known. */
export interface PoolIdentity {
  address: Address
  tokens: readonly [Address, Address]
  /** Hundredths of a bip. */
  fee: number
  /** V3 only; 0 elsewhere. */
  tickSpacing: number
}
