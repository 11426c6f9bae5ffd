import type { Address, Hex } from '../../src/lib/address.ts'
import type { L1Fee } from './types.ts'

/** A block. Requests use its hash where possible, so that a reorg cannot silently change the block. */
export interface PinnedBlock {
  blockNumber: bigint
  blockHash: Hex
  /** What data costs there: gas limits are for the calls, without their data. */
  l1Fee?: L1Fee | null
  /** Units of gas that it may take. Default: unknown. */
  gasLimit?: bigint
}

export interface SimulatedCall {
  from: Address
  to: Address
  data?: Hex
  value?: bigint
  /** At most. Default: all that is left. Calls of `simulateByCall` share what there is. */
  gas?: bigint
}

export interface StateOverride {
  balance?: bigint
  stateDiff?: Record<Hex, Hex>
}

export interface SimulatedResult {
  success: boolean
  gasUsed: bigint
  /** Return data, or revert data. */
  returnData: Hex
  /** The node's error message on failure. */
  message: string | undefined
}

export interface SimulationRequest {
  block: PinnedBlock
  calls: readonly SimulatedCall[]
  overrides?: Readonly<Record<Address, StateOverride>>
}
