import type { Address, Hex } from '../../src/lib/address.ts'

/** Which block is meant. What can be asked by hash is: should it be replaced, no other answers in its place. */
export interface PinnedBlock {
  blockNumber: bigint
  blockHash: Hex
}

export interface SimulatedCall {
  from: Address
  to: Address
  data?: Hex
  value?: bigint
}

export interface StateOverride {
  balance?: bigint
  stateDiff?: Record<Hex, Hex>
}

export interface SimulatedResult {
  success: boolean
  gasUsed: bigint
  /** Returned, or the revert data. */
  returnData: Hex
  /** The node's words, when it failed. */
  message: string | undefined
}

export interface SimulationRequest {
  block: PinnedBlock
  calls: readonly SimulatedCall[]
  overrides?: Readonly<Record<Address, StateOverride>>
}
