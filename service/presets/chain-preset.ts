import type { ChainName } from '../../wire/lib/chain-names.ts'
import type { ChainServiceConfig } from '../config/types.ts'

/**
 * The known facts of a chain: config fields that published packages confirm. Other fields are
 * omitted, and the operator sets them.
 */
export interface ChainPreset extends Partial<ChainFields> {
  name: ChainName
  id: number
  nativeCurrency: ChainServiceConfig['nativeCurrency']
  weth: ChainServiceConfig['weth']
  permit2: ChainServiceConfig['permit2']
  multicall3: ChainServiceConfig['multicall3']
  /** No later than the first block of any source that announces pools (`testing/first-blocks.ts`), or 0. */
  fromBlock: number
}

/** Fields that only an operator can set. */
type ChainFields = Omit<
  ChainServiceConfig,
  'rpcUrls' | 'wsUrl' | 'settlement' | 'executor' | 'treasury' | 'settlementFeeBps' | 'logoUris'
>
