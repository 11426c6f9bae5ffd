import type { ChainServiceConfig, ServiceConfig } from '../service/config/types.ts'
import type { Address } from '../src/lib/address.ts'
import type { Manifest, ManifestChain } from './manifest.ts'

const BASE_TOKENS = ['WETH', 'USDC', 'USDT', 'DAI', 'WBTC']
const STABLE_TOKENS = ['USDC', 'USDT', 'DAI']
/** A chain that mines on transactions only is never late: a head an hour old is fresh. */
const UNHURRIED_SECONDS = 3600

/** What an operator of the service on these chains would write. */
export function serviceConfigOf(manifest: Manifest, blockSeconds: number): ServiceConfig {
  return { chains: manifest.chains.map((chain) => chainConfigOf(chain, blockSeconds)) }
}

function chainConfigOf(chain: ManifestChain, blockSeconds: number): ChainServiceConfig {
  const { weth, permit2, multicall3, tickLens, settlement, executor } = chain.contracts
  const addressOf = (symbol: string): Address => {
    const token = chain.tokens.find((candidate) => candidate.symbol === symbol)
    if (!token) throw new Error(`No token ${symbol} is deployed`)
    return token.address
  }
  return {
    name: chain.name,
    id: chain.id,
    rpcUrls: [chain.rpcUrl],
    wsUrl: chain.wsUrl,
    nativeCurrency: chain.nativeCurrency,
    weth,
    permit2,
    multicall3,
    tickLens,
    settlement,
    executor,
    settlementFeeBps: 3,
    referenceStable: addressOf('USDC'),
    baseTokens: BASE_TOKENS.map(addressOf),
    stableTokens: STABLE_TOKENS.map(addressOf),
    sources: chain.sources,
    fromBlock: 0,
    blockSeconds: blockSeconds === 0 ? UNHURRIED_SECONDS : blockSeconds,
  }
}
