import type { ChainServiceConfig } from './types.ts'

/** The shares of a chain's ERC-4626 vaults and static wrappers, in lower case. A vault is its own share. */
export function getWrappers({ sources }: Pick<ChainServiceConfig, 'sources'>): string[] {
  return sources.flatMap(({ kind, factory }) => (kind === 'erc4626' ? [factory.toLowerCase()] : []))
}
