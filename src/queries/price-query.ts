import type { UseQueryOptions } from '@tanstack/react-query'
import type { Address } from '../../wire/lib/address.ts'
import { amountOfForm } from '../../wire/lib/amount.ts'
import { sleep } from '../../wire/lib/sleep.ts'
import type { PriceRequest } from '../../wire/price-request.ts'
import type { PriceResult } from '../../wire/router.ts'
import { tradeRequest } from '../clients/trade-request.ts'
import type { Answer } from '../clients/types.ts'
import { getChain } from '../config/get-chain.ts'
import type { RoutingConfig } from '../config/types.ts'
import type { SluiceError } from '../errors/sluice-error.ts'
import type { Token } from '../events/types.ts'
import { MAX_BACK_OFF_MS, PRICE_DEBOUNCE_MS } from '../lib/thresholds.ts'
import { type QueryContext, queryKey } from './query-context.ts'
import { getGcTime, sharedOptions } from './shared-options.ts'

/** All inputs of a price. */
export interface PriceInputs {
  chainId: number
  inputToken: Token
  outputToken: Token
  /** The input of a sale in base units. Undefined for a purchase. */
  inputAmount: bigint | undefined
  /** The output of a purchase in base units. Undefined for a sale. */
  outputAmount?: bigint | undefined
  /** Undefined without a connected wallet: the request then contains a placeholder address. */
  account: Address | undefined
  receiver: Address | undefined
  slippageBps: number
  partner: { address: Address; feeBps: number } | undefined
  /** Excludes the modules that the user disabled. Default: the host's routing. */
  routing?: RoutingConfig | undefined
  /** The wrapper contract that exchanges the pair one to one, without a request to the service. */
  wrapper?: Address | undefined
}

/** The account in requests without a connected wallet. Prices do not depend on it. */
const PLACEHOLDER_ACCOUNT: Address = '0x000000000000000000000000000000000000dEaD'

/** `POST /v1/price`, polled. Aborted when no observer uses these inputs any more. */
export function priceQuery(
  context: QueryContext,
  inputs: PriceInputs,
): UseQueryOptions<Answer<PriceResult>, SluiceError> {
  const { priceRefreshMs } = context.config.getState()
  return {
    ...sharedOptions,
    queryKey: queryKey(context, 'price', priceKey(context, inputs)),
    queryFn: async ({ client, queryKey: key, signal }) => {
      const isFirst = (client.getQueryState(key)?.dataUpdateCount ?? 0) === 0
      if (isFirst && !isPrefilled(context, inputs)) await sleep(PRICE_DEBOUNCE_MS, signal)
      return context.clients.router.price(priceRequest(context, inputs), { signal })
    },
    staleTime: priceRefreshMs,
    // Prevents an old price from being shown when the user returns to earlier inputs.
    gcTime: getGcTime(priceRefreshMs),
    refetchOnWindowFocus: true,
    // The next poll is the retry.
    retry: false,
  }
}

/** The outcomes of a query so far. Times are milliseconds since the epoch; 0 means never. */
export interface PriceOutcome {
  error: SluiceError | null
  dataUpdatedAt: number
  errorUpdatedAt: number
  errorUpdateCount: number
}

/**
 * Returns the milliseconds until the next refetch, or false for none. Failures back off: each delay
 * equals the time since the last price, or doubles without an earlier price.
 */
export function priceRefreshDelay(
  refreshMs: number,
  { error, dataUpdatedAt, errorUpdatedAt, errorUpdateCount }: PriceOutcome,
): number | false {
  if (!error) return refreshMs
  const { code, retryAfterMs = 0 } = error
  if (code === 'CONFIG_INVALID' || code === 'FORBIDDEN' || code === 'INVALID_REQUEST') return false
  // A new route is unlikely within one interval.
  const least = code === 'NO_ROUTE' ? 4 * refreshMs : code === 'RATE_LIMITED' ? 2 * refreshMs : refreshMs
  const wait =
    dataUpdatedAt > 0 ? errorUpdatedAt - dataUpdatedAt : refreshMs * 2 ** Math.min(errorUpdateCount - 1, 9)
  return Math.max(least, Math.min(wait, Math.max(MAX_BACK_OFF_MS, refreshMs)), retryAfterMs)
}

/** Returns the body of a `/v1/price` request. */
export function priceRequest(context: QueryContext, inputs: PriceInputs): PriceRequest {
  const config = context.config.getState()
  const account = inputs.account ?? PLACEHOLDER_ACCOUNT
  return {
    ...tradeRequest(
      { ...inputs, account, receiver: inputs.receiver ?? account },
      { integrator: config.integrator, routing: inputs.routing ?? config.routing },
    ),
    chainID: getChain(config, inputs.chainId).name,
    computeEstimate: false,
  }
}

/**
 * Returns whether the amount is the host's initial one. Such a request is not debounced, because
 * the user is not typing.
 */
function isPrefilled(context: QueryContext, inputs: PriceInputs): boolean {
  const { input, output } = context.config.getState()
  return (
    amountOfForm(input.amount, inputs.inputToken.decimals) === inputs.inputAmount &&
    amountOfForm(output.amount, inputs.outputToken.decimals) === inputs.outputAmount
  )
}

/** Returns the JSON values that identify a price. */
export function priceKey(context: QueryContext, inputs: PriceInputs) {
  const { integrator, routing } = context.config.getState()
  return {
    routing,
    ...inputs,
    inputToken: inputs.inputToken.address.toLowerCase(),
    outputToken: inputs.outputToken.address.toLowerCase(),
    inputAmount: inputs.inputAmount?.toString(),
    outputAmount: inputs.outputAmount?.toString(),
    integrator,
  }
}
