import type { Address, Hex } from '../../wire/lib/address.ts'
import type { DevnetSource } from './source.ts'

/** Content of `.devnet/manifest.json`: everything a client of the local chains needs to know. */
export interface Manifest {
  version: 1
  chains: ManifestChain[]
  /** Host of the logos below, for `logoHosts`; absent without logos. */
  logoHost?: string
  /** Funded, unlocked accounts, the same on each chain. The first belongs to the dev wallet. */
  accounts: { address: Address; privateKey: `0x${string}` }[]
}

export interface ManifestChain {
  /** Name in the interfaces: `ethereum` or `base`. */
  name: string
  /** Name for people, e.g. "Ethereum (devnet)". */
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
    /** The manager of Uniswap V4. */
    poolManager: Address
    /** ERC-4626 vaults. */
    vaults: Address[]
  }
  /** Fields that a host of the widget sets for this chain in addition to its id, name and RPC. */
  widget: {
    routerAddress: Address
    usdToken: Address
    wrappedNative: Address
    priceFactories: { v2: Address[]; v3: Address[] }
    logoUri?: string
  }
  /** Logo of the native token. */
  nativeLogoUri?: string
  /** The executor's liquidity sources, in its order: `index` is a step's `source`. */
  sources: DevnetSource[]
  tokens: ManifestToken[]
  /** Pools of two tokens, each at a separate address. */
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
  /** An unusual behavior, if any. */
  trait?: 'usdt-like' | 'permit' | 'fee-on-transfer' | 'blocklist' | 'bytes32'
  /** Underlying token, if this is a claim: deposits in a lending pool, or shares of a vault. */
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
  /** Id in the vault. */
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
  /** Id in the vault. */
  id: Hex
  module: string
  /** Without the pool's own token. */
  tokens: Address[]
  /** Rate provider of the vault's share. */
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
  /**
   * Like `tokens`, but the zero address if the pool trades the native coin instead of its wrapper.
   */
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
