import { type Address, NATIVE_TOKEN } from '../wire/lib/address.ts'
import type { Manifest, ManifestChain } from './plan/manifest.ts'

const BASE_TOKENS = ['WETH', 'USDC', 'USDT', 'DAI', 'WBTC']
const STABLE_TOKENS = ['USDC', 'USDT', 'DAI']
/** Maximum age of the head on a chain that mines only on transactions. */
const UNHURRIED_SECONDS = 3600
/** Maximum age of the head on chains whose clock the tests change. */
const OWN_CLOCK_SECONDS = 1_000_000_000

/** The fields of the service's config that the devnet sets. */
export interface DevnetServiceConfig {
  chains: DevnetChainConfig[]
}

interface DevnetChainConfig extends Pick<ManifestChain, 'name' | 'id' | 'nativeCurrency' | 'sources'> {
  rpcUrls: string[]
  wsUrl: string
  privateRpcs: string[]
  weth: Address
  permit2: Address
  multicall3: Address
  tickLens: Address
  settlement: Address
  executor: Address
  settlementFeeBps: number
  referenceStable: Address
  baseTokens: Address[]
  stableTokens: Address[]
  logoUris?: Record<Address, string>
  fromBlock: number
  blockSeconds: number
  maxLagSeconds: number
}

/** The service config for these chains. */
export function toServiceConfig(manifest: Manifest, blockSeconds: number): DevnetServiceConfig {
  return { chains: manifest.chains.map((chain) => toChainConfig(chain, blockSeconds)) }
}

function toChainConfig(chain: ManifestChain, blockSeconds: number): DevnetChainConfig {
  const { weth, permit2, multicall3, tickLens, settlement, executor } = chain.contracts
  const getAddress = (symbol: string): Address => {
    const token = chain.tokens.find((candidate) => candidate.symbol === symbol)
    if (!token) throw new Error(`No token ${symbol} is deployed`)
    return token.address
  }
  return {
    name: chain.name,
    id: chain.id,
    rpcUrls: [chain.rpcUrl],
    wsUrl: chain.wsUrl,
    // The same node; the query string marks transactions that a wallet sent to the private RPC.
    privateRpcs: [`${chain.rpcUrl}/?private`],
    nativeCurrency: chain.nativeCurrency,
    weth,
    permit2,
    multicall3,
    tickLens,
    settlement,
    executor,
    settlementFeeBps: 3,
    referenceStable: getAddress('USDC'),
    baseTokens: BASE_TOKENS.map(getAddress),
    stableTokens: STABLE_TOKENS.map(getAddress),
    ...getLogos(chain),
    sources: chain.sources,
    fromBlock: 0,
    blockSeconds: blockSeconds === 0 ? UNHURRIED_SECONDS : blockSeconds,
    maxLagSeconds: OWN_CLOCK_SECONDS,
  }
}

function getLogos({ tokens, nativeLogoUri }: ManifestChain): Pick<DevnetChainConfig, 'logoUris'> {
  const logos = [{ address: NATIVE_TOKEN, logoUri: nativeLogoUri }, ...tokens].flatMap(
    ({ address, logoUri }) => (logoUri ? [[address, logoUri] as const] : []),
  )
  return logos.length > 0 ? { logoUris: Object.fromEntries(logos) } : {}
}
