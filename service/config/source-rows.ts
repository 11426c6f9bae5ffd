import { zeroHash } from 'viem'
import type { Address, Hex } from '../../src/lib/address.ts'
import { STEP_KINDS } from '../lib/step-kinds.ts'
import type { LiquiditySourceConfig } from './types.ts'

/** A row of the executor's table; `IExecutor.Source` in the contracts. */
export interface SourceRow {
  kind: number
  /** What makes the pools. */
  factory: Address
  initCodeHash: Hex
  feeBps: number
}

/** The first kind of step that each kind of source serves. */
const ROW_KINDS: Record<LiquiditySourceConfig['kind'], number> = {
  v2: STEP_KINDS.v2,
  v3: STEP_KINDS.v3,
  slipstream: STEP_KINDS.v3,
  aave: STEP_KINDS.aaveSupply,
  erc4626: STEP_KINDS.vaultDeposit,
  balancer: STEP_KINDS.balancer,
  v4: STEP_KINDS.v4,
  solidly: STEP_KINDS.solidly,
  stableswap: STEP_KINDS.stableSwap,
  algebra: STEP_KINDS.algebra,
  'algebra-v1': STEP_KINDS.algebra,
  'balancer-v3': STEP_KINDS.balancerV3,
  psm: STEP_KINDS.psmSell,
  wsteth: STEP_KINDS.wstethWrap,
  'stableswap-ng': STEP_KINDS.stableSwapNg,
  cryptoswap: STEP_KINDS.cryptoSwap,
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
