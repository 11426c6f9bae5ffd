import { zeroHash } from 'viem'
import type { Address, Hex } from '../../wire/lib/address.ts'
import { getDeployer } from '../modules/core/source-config.ts'
import { getProtocol } from '../modules/protocols.ts'
import type { LiquiditySourceConfig } from './types.ts'

/** A row of the executor's table; `IExecutor.Source` in the contracts. */
export interface SourceRow {
  kind: number
  /** The contract that creates the pools. */
  factory: Address
  initCodeHash: Hex
  feeBps: number
}

export function toSourceRow(source: LiquiditySourceConfig): SourceRow {
  return {
    kind: getProtocol(source).rowKind,
    factory: getDeployer(source),
    initCodeHash: 'initCodeHash' in source ? source.initCodeHash : zeroHash,
    feeBps: 'feeBps' in source ? (source.feeBps ?? 0) : 0,
  }
}
