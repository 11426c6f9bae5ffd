import type { Address } from '../src/lib/address.ts'

/** What `.devnet/manifest.json` holds: everything a client of the local chains needs to know. */
export interface Manifest {
  version: 1
  chains: ManifestChain[]
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
  }
  /** The liquidity sources the settlement's executor was built with, in its order: `index` is a step's `source`. */
  sources: ManifestSource[]
  tokens: ManifestToken[]
  pools: ManifestPool[]
}

export interface ManifestSource {
  index: number
  /** Module id on the wire, e.g. `uniswap-v2`. */
  module: string
  kind: 'v2' | 'v3'
  factory: Address
  initCodeHash: `0x${string}`
  /** Fee of a V2 fork, in basis points; 0 for V3, whose pools carry their own. */
  feeBps: number
}

export interface ManifestToken {
  address: Address
  symbol: string
  name: string
  decimals: number
  /** What is unusual about it, if anything. */
  trait?: 'usdt-like' | 'permit' | 'fee-on-transfer' | 'blocklist' | 'bytes32'
}

export interface ManifestPool {
  address: Address
  module: string
  tokens: [Address, Address]
  /** Hundredths of a bip, as V3 counts (3000 = 0.3 %). */
  fee: number
}
