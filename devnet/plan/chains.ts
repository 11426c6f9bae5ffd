export type DevnetChainName = 'ethereum' | 'base'

export interface ChainPlan {
  name: DevnetChainName
  label: string
  id: number
  /** Index of the deployer account. */
  index: number
  /** Port used by `npm run devnet`. */
  defaultPort: number
  /** The variable that overrides the port. */
  portVariable: string
  nativeCurrency: { name: string; symbol: string; decimals: number }
  /** Base fee in wei per gas, held constant while blocks come at an interval. */
  baseFeeWei: bigint
}

const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }

export const CHAINS: Record<DevnetChainName, ChainPlan> = {
  ethereum: {
    name: 'ethereum',
    label: 'Ethereum (devnet)',
    id: 31337,
    index: 0,
    defaultPort: 8545,
    portVariable: 'SLUICE_ETHEREUM_PORT',
    nativeCurrency,
    baseFeeWei: 1_000_000_000n,
  },
  base: {
    name: 'base',
    label: 'Base (devnet)',
    id: 31338,
    index: 1,
    defaultPort: 8546,
    portVariable: 'SLUICE_BASE_PORT',
    nativeCurrency,
    baseFeeWei: 20_000_000n,
  },
}
