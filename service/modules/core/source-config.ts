import type { Address } from '../../../src/lib/address.ts'

/** A source of liquidity in the config. Each kind adds only the fields that cannot be read from the chain. */
export interface SourceConfig {
  kind: string
  /** Index in the executor's list: a step's `source`. */
  index: number
  /** Module id on the wire, of one source of a chain alone: its pools are kept and found again by it. */
  module: string
  /** Display name. */
  name: string
  /** What makes the pools, holds them, or is the one pool. */
  factory: Address
}

/** Module id under which the service tells of wrapping the native coin: no source may have it. */
export const WRAPPED_NATIVE_MODULE = 'wrapped-native'

/** What the addresses of a source's pools follow from. */
export function getDeployer(source: SourceConfig & { deployer?: Address }): Address {
  return source.deployer ?? source.factory
}
