import { aaveProtocol } from './aave-v3/aave-protocol.ts'
import { algebraProtocol } from './algebra/algebra-protocol.ts'
import { algebraV1Protocol } from './algebra/algebra-v1-protocol.ts'
import { balancerProtocol } from './balancer-v2/balancer-protocol.ts'
import { balancerV3Protocol } from './balancer-v3/balancer-v3-protocol.ts'
import type { Protocol } from './core/protocol.ts'
import type { SourceConfig } from './core/source-config.ts'
import { cryptoswapProtocol } from './cryptoswap/cryptoswap-protocol.ts'
import { vaultProtocol } from './erc4626/vault-protocol.ts'
import { psmProtocol } from './psm/psm-protocol.ts'
import { slipstreamProtocol } from './slipstream/slipstream-protocol.ts'
import { solidlyProtocol } from './solidly/solidly-protocol.ts'
import { stableswapFactoryProtocol } from './stableswap/stableswap-factory-protocol.ts'
import { stableswapProtocol } from './stableswap/stableswap-protocol.ts'
import { stableswapNgProtocol } from './stableswap-ng/stableswap-ng-protocol.ts'
import { v2Protocol } from './uniswap-v2/v2-protocol.ts'
import { v3Protocol } from './uniswap-v3/v3-protocol.ts'
import { v4Protocol } from './uniswap-v4/v4-protocol.ts'
import { wstEthProtocol } from './wsteth/wsteth-protocol.ts'

/** Every protocol that a configured source can have. */
export const PROTOCOLS = [
  v2Protocol,
  v3Protocol,
  v4Protocol,
  balancerProtocol,
  balancerV3Protocol,
  solidlyProtocol,
  slipstreamProtocol,
  algebraProtocol,
  algebraV1Protocol,
  stableswapProtocol,
  stableswapFactoryProtocol,
  stableswapNgProtocol,
  cryptoswapProtocol,
  aaveProtocol,
  vaultProtocol,
  psmProtocol,
  wstEthProtocol,
] as const

const byKind = new Map<string, Protocol>(PROTOCOLS.map((protocol) => [protocol.kind, protocol]))

/** Throws for an unknown kind. */
export function getProtocol({ kind }: Pick<SourceConfig, 'kind'>): Protocol {
  const protocol = byKind.get(kind)
  if (!protocol) throw new Error(`Unknown source kind: ${kind}`)
  return protocol
}
