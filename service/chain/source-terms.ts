import { type ChainServiceConfig, DEFAULT_FEE_TIERS, type FeeTier } from '../config/types.ts'
import type { SourceTerms } from './pool-store.ts'

/** Terms that a source may have nothing of (''): earlier versions did not store them then. */
const OPTIONAL_TERMS: ReadonlySet<string> = new Set(['deployer', 'stableFactories', 'hooks'])

/** A term that was stored, or is in a file; undefined: it is unknown. */
export function getStoredTerm(stored: SourceTerms, name: string): string | undefined {
  return stored[name] ?? (OPTIONAL_TERMS.has(name) ? '' : undefined)
}

/** What the pools of a source depend on, besides the genesis block. */
export function getSourceTerms(
  { id: chainId, fromBlock, sources }: Pick<ChainServiceConfig, 'id' | 'fromBlock' | 'sources'>,
  module: string,
): SourceTerms {
  const source = sources.find((one) => one.module === module)
  return {
    'chain id': String(chainId),
    fromBlock: String(fromBlock),
    ...(source && { kind: source.kind, factory: source.factory.toLowerCase() }),
    ...(source && 'initCodeHash' in source && { initCodeHash: source.initCodeHash.toLowerCase() }),
    ...(source &&
      (source.kind === 'v3' || 'deployer' in source) && { deployer: source.deployer?.toLowerCase() ?? '' }),
    ...(source && 'poolFactory' in source && { poolFactory: source.poolFactory.toLowerCase() }),
    ...(source?.kind === 'balancer' && {
      stableFactories: source.stableFactories?.join(' ').toLowerCase() ?? '',
    }),
    ...(source?.kind === 'balancer-v3' && {
      weightedFactories: toList(source.weightedFactories),
      stableFactories: toList(source.stableFactories),
      rateProviders: toList(source.rateProviders),
    }),
    ...(source?.kind === 'v4' && { feeTiers: toText(source.feeTiers ?? DEFAULT_FEE_TIERS) }),
    ...(source?.kind === 'v4' && { hooks: toList(source.hooks) }),
  }
}

function toList(addresses: readonly string[] = []): string {
  return addresses
    .map((address) => address.toLowerCase())
    .toSorted()
    .join(' ')
}

/** The same for the same tiers in another order. */
function toText(tiers: readonly FeeTier[]): string {
  return tiers
    .map(({ fee, tickSpacing }) => `${fee}/${tickSpacing}`)
    .toSorted()
    .join(' ')
}
