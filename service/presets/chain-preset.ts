import type { ChainName } from '../../src/lib/chain-names.ts'
import type { ChainServiceConfig } from '../config/types.ts'

/**
 * What is known of a chain before an operator says anything: the fields of its config that published packages confirm.
 * What no package confirms is left out, and the operator names it.
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

/** What an operator alone can say is no part of a preset. */
type ChainFields = Omit<
  ChainServiceConfig,
  'rpcUrls' | 'wsUrl' | 'settlement' | 'executor' | 'treasury' | 'settlementFeeBps' | 'logoUris'
>
