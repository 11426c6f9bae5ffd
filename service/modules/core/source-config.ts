import type { Address } from '../../../wire/lib/address.ts'

/**
 * A liquidity source in the config. Each kind adds only fields that cannot be read from the chain.
 */
export interface SourceConfig {
  kind: string
  /** Index in the executor's list: a step's `source`. */
  index: number
  /** Module id on the wire, unique on its chain. Stored pools are found by it. */
  module: string
  /** Display name. */
  name: string
  /** The contract that creates or holds the pools, or the single pool itself. */
  factory: Address
}

/** Reserved module id for wrapping the native coin. */
export const WRAPPED_NATIVE_MODULE = 'wrapped-native'

/** Returns the contract from which the addresses of a source's pools derive. */
export function getDeployer(source: SourceConfig & { deployer?: Address }): Address {
  return source.deployer ?? source.factory
}
