import type { QueryClient } from '@tanstack/react-query'
import type { PriceReader } from '../chain/create-price-reader.ts'
import type { ChainReader } from '../chain/types.ts'
import type { Clients } from '../clients/types.ts'
import type { ResolvedConfig } from '../config/types.ts'
import type { SluiceError } from '../errors/sluice-error.ts'
import type { EventName, WidgetEvents } from '../events/types.ts'

/** The parts of an instance that queries need. `Widget` implements it. */
export interface QueryContext {
  readonly key: string
  readonly config: { getState(): ResolvedConfig }
  readonly queryClient: QueryClient
  readonly clients: Clients
  readonly chain: ChainSource
  readonly priceReader: PriceReader
  emit<Name extends EventName>(name: Name, payload: WidgetEvents[Name]): void
  /** Receives errors of the widget's own code that a query survives. */
  reportError(error: SluiceError): void
}

/** The methods of `ChainReader` that queries use. */
type ChainSource = Pick<
  ChainReader,
  | 'balanceOf'
  | 'balancesOf'
  | 'allowance'
  | 'permitMethod'
  | 'accountActivity'
  | 'resolveName'
  | 'tokenMetadata'
  | 'decimals'
  | 'earning'
  | 'estimateGas'
  | 'blockMs'
  | 'gasPrice'
  | 'l1Fees'
>

/** Returns the key of a query. It starts with the instance's key and contains only JSON values. */
export function queryKey(context: { key: string }, name: string, inputs: object = {}) {
  return ['sluice', context.key, name, inputs] as const
}
