import type { ManifestChain } from './manifest.ts'

/** The chain fields of a widget config: settlement, USD token, price pools. */
export function toWidgetConfig({
  contracts,
  sources,
  tokens,
}: Pick<ManifestChain, 'contracts' | 'sources' | 'tokens'>): ManifestChain['widget'] {
  const usdToken = tokens.find(({ symbol }) => symbol === 'USDC')?.address
  if (!usdToken) throw new Error('No token USDC is deployed')
  const factories = (wanted: 'v2' | 'v3') =>
    sources.flatMap(({ kind, factory }) => (kind === wanted ? [factory] : []))
  return {
    routerAddress: contracts.settlement,
    usdToken,
    wrappedNative: contracts.weth,
    priceFactories: { v2: factories('v2'), v3: factories('v3') },
  }
}
