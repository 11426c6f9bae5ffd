import type { Address, Hex } from '../../../wire/lib/address.ts'
import type { L1Fee } from '../blocks/block.ts'

/**
 * A block. Requests use its hash where possible, so that a reorg cannot silently change the block.
 */
export interface PinnedBlock {
  blockNumber: bigint
  blockHash: Hex
  /** The data fee of the block. Gas limits exclude the cost of the data. */
  l1Fee?: L1Fee | null
  /** Gas limit of the block. Default: unknown. */
  gasLimit?: bigint
}

export interface SimulatedCall {
  from: Address
  to: Address
  data?: Hex
  value?: bigint
  /** Gas limit. Default: all remaining gas. Calls of `simulateByCall` share the total. */
  gas?: bigint
}

export interface StateOverride {
  balance?: bigint
  stateDiff?: Record<Hex, Hex>
}

export interface SimulatedResult {
  success: boolean
  gasUsed: bigint
  /** Return data or revert data. */
  returnData: Hex
  /** The node's error message on failure. */
  message: string | undefined
}

export interface SimulationRequest {
  block: PinnedBlock
  calls: readonly SimulatedCall[]
  overrides?: Readonly<Record<Address, StateOverride>>
}
