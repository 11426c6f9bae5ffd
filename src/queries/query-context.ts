import type { QueryClient } from '@tanstack/react-query'
import type { PriceReader } from '../chain/create-price-reader.ts'
import type { AccountActivity } from '../chain/types.ts'
import type { Clients } from '../clients/types.ts'
import type { ResolvedConfig } from '../config/types.ts'
import type { EventName, WidgetEvents } from '../events/types.ts'
import type { Address, Hex } from '../lib/address.ts'

/** What the queries need of an instance. `Widget` implements it. */
export interface QueryContext {
  readonly key: string
  readonly config: { getState(): ResolvedConfig }
  readonly queryClient: QueryClient
  readonly clients: Clients
  readonly chain: ChainSource
  readonly priceReader: PriceReader
  emit<Name extends EventName>(name: Name, payload: WidgetEvents[Name]): void
}

/** The methods of `ChainReader` that queries use. */
export interface ChainSource {
  balanceOf(query: { chainId: number; token: Address; account: Address }): Promise<bigint>
  allowance(query: { chainId: number; token: Address; owner: Address; spender: Address }): Promise<bigint>
  accountActivity(query: { chainId: number; account: Address }): Promise<AccountActivity>
  tokenMetadata(query: {
    chainId: number
    token: Address
  }): Promise<{ symbol: string; name: string; decimals: number }>
  decimals(query: { chainId: number; token: Address }): Promise<number>
  estimateGas(call: {
    chainId: number
    from: Address
    to: Address
    data: Hex
    value: bigint
  }): Promise<bigint>
  /** Wei per unit of gas. */
  gasPrice(chainId: number): Promise<bigint>
}

/** The key of a query. It starts with the instance's key and contains only JSON values. */
export function queryKey(context: { key: string }, name: string, inputs: object = {}) {
  return ['sluice', context.key, name, inputs] as const
}
