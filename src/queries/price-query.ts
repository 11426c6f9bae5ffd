import type { UseQueryOptions } from '@tanstack/react-query'
import { tradeRequest } from '../clients/trade-request.ts'
import type { Answer } from '../clients/types.ts'
import { getChain } from '../config/get-chain.ts'
import type { RoutingConfig } from '../config/types.ts'
import type { SluiceError } from '../errors/sluice-error.ts'
import type { Token } from '../events/types.ts'
import type { Address } from '../lib/address.ts'
import { amountOfForm } from '../lib/amount.ts'
import { sleep } from '../lib/sleep.ts'
import { MAX_BACK_OFF_MS, PRICE_DEBOUNCE_MS } from '../lib/thresholds.ts'
import type { PriceRequest } from '../wire/price-request.ts'
import type { PriceResult } from '../wire/router.ts'
import { type QueryContext, queryKey } from './query-context.ts'
import { getGcTime, sharedOptions } from './shared-options.ts'

/** Everything a price depends on. */
export interface PriceInputs {
  chainId: number
  inputToken: Token
  outputToken: Token
  /** Base units: what a sale pays; undefined for a purchase. */
  inputAmount: bigint | undefined
  /** Base units: what a purchase delivers; undefined for a sale. */
  outputAmount?: bigint | undefined
  /** Undefined while no wallet is connected: the request then carries a placeholder address. */
  account: Address | undefined
  receiver: Address | undefined
  slippageBps: number
  partner: { address: Address; feeBps: number } | undefined
  /** Without the modules that the user turned off. Default: the host's. */
  routing?: RoutingConfig | undefined
  /** The wrapper contract that exchanges the pair one to one: then the service is not asked. */
  wrapper?: Address | undefined
}

/** The account in requests while no wallet is connected; prices do not depend on it. */
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
    // Do not show an old price when the user returns to earlier inputs.
    gcTime: getGcTime(priceRefreshMs),
    refetchOnWindowFocus: true,
    // The next poll is the retry.
    retry: false,
  }
}

/** What a query says of its outcomes so far. Times are milliseconds since the epoch; 0 is never. */
export interface PriceOutcome {
  error: SluiceError | null
  dataUpdatedAt: number
  errorUpdatedAt: number
  errorUpdateCount: number
}

/**
 * Milliseconds until the next refetch after this outcome; false for none. Failures back off: each delay is as long as it has
 * been failing since the last price, or twice the one before where there was none.
 */
export function priceRefreshDelay(
  refreshMs: number,
  { error, dataUpdatedAt, errorUpdatedAt, errorUpdateCount }: PriceOutcome,
): number | false {
  if (!error) return refreshMs
  const { code, retryAfterMs = 0 } = error
  if (code === 'CONFIG_INVALID' || code === 'FORBIDDEN' || code === 'INVALID_REQUEST') return false
  // A route does not come from one moment to the next.
  const least = code === 'NO_ROUTE' ? 4 * refreshMs : code === 'RATE_LIMITED' ? 2 * refreshMs : refreshMs
  const wait =
    dataUpdatedAt > 0 ? errorUpdatedAt - dataUpdatedAt : refreshMs * 2 ** Math.min(errorUpdateCount - 1, 9)
  return Math.max(least, Math.min(wait, Math.max(MAX_BACK_OFF_MS, refreshMs)), retryAfterMs)
}

/** The body of `/v1/price`. */
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

/** Whether the amount is the host's initial one: it is not being typed, so the first request is not debounced. */
function isPrefilled(context: QueryContext, inputs: PriceInputs): boolean {
  const { input, output } = context.config.getState()
  return (
    amountOfForm(input.amount, inputs.inputToken.decimals) === inputs.inputAmount &&
    amountOfForm(output.amount, inputs.outputToken.decimals) === inputs.outputAmount
  )
}

/** What tells two prices apart, as JSON values. */
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
