import { STEP_KINDS } from '../../wire/abi/step-kinds.ts'
import type { Address, Hex } from '../../wire/lib/address.ts'

interface Source {
  /** Index in the executor's table: a step's `source`. */
  index: number
  /** Module id in the interfaces. */
  module: string
  /** Display name. */
  name: string
  /** The contract that creates or holds the pools, or the single pool itself. */
  factory: Address
}

export interface V2Source extends Source {
  kind: 'v2'
  initCodeHash: Hex
  feeBps: number
}

export interface V3Source extends Source {
  kind: 'v3'
  /** Default: the factory. */
  deployer?: Address
  initCodeHash: Hex
}

export interface SolidlySource extends Source {
  kind: 'solidly'
  initCodeHash: Hex
  feeBps?: number
}

export interface AlgebraSource extends Source {
  kind: 'algebra'
  deployer: Address
  initCodeHash: Hex
}

export interface StableswapSource extends Source {
  kind: 'stableswap'
}

/** A liquidity source of the devnet, as the service's config describes it. */
export type DevnetSource =
  | V2Source
  | V3Source
  | SolidlySource
  | AlgebraSource
  | StableswapSource
  | (Source & { kind: 'aave'; version: '3.0'; oracle: Address })
  | (Source & {
      kind: 'balancer'
      poolFactory: Address
      stableFactories?: Address[]
      rateProviders?: Address[]
    })
  | (Source & { kind: 'erc4626' | 'v4' })

const ROW_KINDS = {
  v2: STEP_KINDS.v2,
  v3: STEP_KINDS.v3,
  aave: STEP_KINDS.aaveSupply,
  erc4626: STEP_KINDS.vaultDeposit,
  balancer: STEP_KINDS.balancer,
  v4: STEP_KINDS.v4,
  solidly: STEP_KINDS.solidly,
  stableswap: STEP_KINDS.stableSwap,
  algebra: STEP_KINDS.algebra,
} as const

/** The executor's kind of a source. */
export const getRowKind = ({ kind }: DevnetSource): number => ROW_KINDS[kind]

/** The contract from which the addresses of a source's pools derive. */
export const getDeployer = (source: DevnetSource): Address =>
  ('deployer' in source && source.deployer) || source.factory
