import type { ParsedPriceRequest } from '../../../src/wire/router.ts'
import { findChain } from '../../chain/find-chain.ts'
import type { RoutedChain } from '../../chain/routed-chain.ts'
import { invalidParameter } from '../../lib/service-error.ts'

/** The chain a request means by name, alias or id. When it gives both they must agree. */
export function requestedChain(
  { chainID, networkID }: Pick<ParsedPriceRequest, 'chainID' | 'networkID'>,
  chains: readonly RoutedChain[],
): RoutedChain {
  const byName = chainID === undefined ? undefined : findChain(chains, chainID)
  if (chainID !== undefined && !byName) throw invalidParameter('chainID')
  const byId = networkID === undefined ? undefined : chains.find(({ config }) => config.id === networkID)
  if (networkID !== undefined && !byId) throw invalidParameter('networkID')
  const chain = byName ?? byId
  if (!chain || (byName && byId && byName !== byId)) throw invalidParameter('chainID')
  return chain
}
