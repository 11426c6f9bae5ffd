import type { ResolvedChain } from '../../config/types.ts'
import type { RouterCodec } from './router-codec.ts'

/** Loads the codec that the chain is configured with; undefined for `none`. */
export async function loadRouterCodec(name: ResolvedChain['codec']): Promise<RouterCodec | undefined> {
  switch (name) {
    case 'sluice':
      return (await import('./settlement-codec.ts')).loadSettlementCodec()
    case 'route-description':
      return (await import('./route-description-codec.ts')).loadRouteDescriptionCodec()
    case 'none':
      return undefined
    default:
      return name satisfies never
  }
}
