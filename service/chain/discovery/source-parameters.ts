import type { ChainServiceConfig } from '../../config/types.ts'
import { getProtocol } from '../../modules/protocols.ts'
import type { SourceParameters } from './pool-store.ts'

/** Parameters that may be empty (''). Earlier versions did not store empty parameters. */
const OPTIONAL_PARAMETERS: ReadonlySet<string> = new Set([
  'deployer',
  'weightedFactories',
  'stableFactories',
  'hooks',
])

/** Returns a parameter from the database or a file, or undefined if it is unknown. */
export function getStoredParameter(stored: SourceParameters, name: string): string | undefined {
  return stored[name] ?? (OPTIONAL_PARAMETERS.has(name) ? '' : undefined)
}

/** Returns what the pools of a source depend on, apart from the genesis block. */
export function getSourceParameters(
  { id: chainId, fromBlock, sources }: Pick<ChainServiceConfig, 'id' | 'fromBlock' | 'sources'>,
  module: string,
): SourceParameters {
  const source = sources.find((one) => one.module === module)
  return {
    'chain id': String(chainId),
    fromBlock: String(fromBlock),
    ...(source && { kind: source.kind, factory: source.factory.toLowerCase() }),
    ...(source && 'initCodeHash' in source && { initCodeHash: source.initCodeHash.toLowerCase() }),
    ...(source && 'deployer' in source && { deployer: source.deployer?.toLowerCase() ?? '' }),
    ...(source && 'poolFactory' in source && { poolFactory: source.poolFactory.toLowerCase() }),
    ...(source && getProtocol(source).getParams?.(source)),
  }
}
