import { zeroHash } from 'viem'
import type { Address, Hex } from '../../src/lib/address.ts'
import type { LiquiditySourceConfig } from './types.ts'

/** A row of the executor's table; `IExecutor.Source` in the contracts. */
export interface SourceRow {
  kind: number
  /** What makes the pools. */
  factory: Address
  initCodeHash: Hex
  feeBps: number
}

/** What the executor calls the kinds of sources. */
const ROW_KINDS: Record<LiquiditySourceConfig['kind'], number> = {
  v2: 0,
  v3: 1,
  slipstream: 1,
  aave: 2,
  erc4626: 4,
  balancer: 6,
  v4: 7,
  solidly: 9,
  stableswap: 10,
  algebra: 11,
  'algebra-v1': 11,
  'balancer-v3': 12,
  psm: 13,
  wsteth: 17,
  'stableswap-ng': 19,
  cryptoswap: 20,
}

/** What the addresses of a source's pools follow from. */
export function getDeployer(source: LiquiditySourceConfig): Address {
  return ('deployer' in source ? source.deployer : undefined) ?? source.factory
}

export function toSourceRow(source: LiquiditySourceConfig): SourceRow {
  return {
    kind: ROW_KINDS[source.kind],
    factory: getDeployer(source),
    initCodeHash: 'initCodeHash' in source ? source.initCodeHash : zeroHash,
    feeBps: 'feeBps' in source ? (source.feeBps ?? 0) : 0,
  }
}
