import type { LiquiditySourceConfig } from '../service/config/types.ts'
import type { ChainConfig } from '../src/config/types.ts'
import type { Address, Hex } from '../src/lib/address.ts'

/** What `.devnet/manifest.json` holds: everything a client of the local chains needs to know. */
export interface Manifest {
  version: 1
  chains: ManifestChain[]
  /** Where the logos below come from, for `logoHosts`; absent when none are served. */
  logoHost?: string
  /** Funded, unlocked accounts, the same on each chain. The first belongs to the dev wallet. */
  accounts: { address: Address; privateKey: `0x${string}` }[]
}

export interface ManifestChain {
  /** The interfaces' name: `ethereum` or `base`. */
  name: string
  /** What a person reads, e.g. "Ethereum (devnet)". */
  label: string
  id: number
  rpcUrl: string
  wsUrl: string
  nativeCurrency: { name: string; symbol: string; decimals: number }
  contracts: {
    weth: Address
    permit2: Address
    multicall3: Address
    settlement: Address
    executor: Address
    treasury: Address
    quoterV2: Address
    tickLens: Address
    aavePool: Address
    aaveOracle: Address
    aaveDataProvider: Address
    balancerVault: Address
    /** Of Uniswap V4. */
    poolManager: Address
    /** ERC-4626 vaults. */
    vaults: Address[]
  }
  /** What a host of the widget pins for this chain, beside its id, name and RPC. */
  widget: Required<Pick<ChainConfig, 'routerAddress' | 'usdToken' | 'wrappedNative' | 'priceFactories'>> &
    Pick<ChainConfig, 'logoUri'>
  /** Of the native token. */
  nativeLogoUri?: string
  /** The liquidity sources the settlement's executor was built with, in its order: `index` is a step's `source`. */
  sources: LiquiditySourceConfig[]
  tokens: ManifestToken[]
  /** Pools of two tokens, each at an address of its own. */
  pools: ManifestPool[]
  weightedPools: ManifestWeightedPool[]
  stablePools: ManifestStablePool[]
  managedPools: ManifestManagedPool[]
  solidlyPairs: ManifestSolidlyPair[]
  stableswapPools: ManifestStableswapPool[]
  algebraPools: ManifestAlgebraPool[]
}

export interface ManifestToken {
  address: Address
  symbol: string
  name: string
  decimals: number
  logoUri?: string
  /** What is unusual about it, if anything. */
  trait?: 'usdt-like' | 'permit' | 'fee-on-transfer' | 'blocklist' | 'bytes32'
  /** What it is a claim on, if it is one: deposits in a lending pool, or shares of a vault. */
  claim?: { kind: 'a-token' | 'vault-share'; underlying: Address }
}

export interface ManifestPool {
  address: Address
  module: string
  tokens: [Address, Address]
  /** Hundredths of a bip, as V3 counts (3000 = 0.3 %). */
  fee: number
}

export interface ManifestWeightedPool {
  /** Also the address of the pool's own token. */
  address: Address
  /** What the vault calls it. */
  id: Hex
  module: string
  tokens: Address[]
  /** Shares of 1e18, in the order of the tokens. */
  weights: string[]
  /** Share of 1e18. */
  swapFee: string
}

/** A composable stable pool. */
export interface ManifestStablePool {
  address: Address
  /** What the vault calls it. */
  id: Hex
  module: string
  /** Without the pool's own. */
  tokens: Address[]
  /** Of the vault's share. */
  rateProvider: Address
  /** Share of 1e18. */
  swapFee: string
}

/** A pool of the Uniswap V4 manager, without hooks. */
export interface ManifestManagedPool {
  id: Hex
  module: string
  /** In the order of the currencies. */
  tokens: [Address, Address]
  /** The same, but the zero address where the pool trades the native coin in the place of its wrapper. */
  currencies: [Address, Address]
  /** Hundredths of a bip. */
  fee: number
  tickSpacing: number
}

/** A pair of Dystopia. */
export interface ManifestSolidlyPair {
  address: Address
  module: string
  tokens: [Address, Address]
  isStable: boolean
}

/** A pool of Algebra Integral. */
export interface ManifestAlgebraPool {
  address: Address
  module: string
  tokens: [Address, Address]
}

/** A pool of Curve's StableSwap. */
export interface ManifestStableswapPool {
  address: Address
  module: string
  /** In the pool's order. */
  tokens: Address[]
}
