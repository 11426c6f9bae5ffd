import type { UseQueryOptions } from '@tanstack/react-query'
import type { Answer } from '../clients/types.ts'
import type { SluiceError } from '../errors/sluice-error.ts'
import type { Token } from '../events/types.ts'
import type { Address } from '../lib/address.ts'
import { amountOfForm } from '../lib/amount.ts'
import { sleep } from '../lib/sleep.ts'
import { PRICE_DEBOUNCE_MS } from '../lib/thresholds.ts'
import type { PriceRequest, PriceResult } from '../wire/router.ts'
import { getChain, type QueryContext, queryKey } from './query-context.ts'
import { keptFor, sharedOptions } from './shared-options.ts'

/** Everything a price depends on. */
export interface PriceInputs {
  chainId: number
  inputToken: Token
  outputToken: Token
  /** Base units. */
  inputAmount: bigint
  /** Undefined while nobody is connected: the price is asked for on behalf of nobody. */
  account: Address | undefined
  receiver: Address | undefined
  slippageBps: number
  partner: { address: Address; feeBps: number } | undefined
}

/** Stands in the request where nobody is connected yet; prices do not depend on it. */
const NOBODY: Address = '0x000000000000000000000000000000000000dEaD'

/** `POST /v1/price`, polled. Aborted when its inputs are no longer anybody's. */
export function priceQuery(
  context: QueryContext,
  inputs: PriceInputs,
): UseQueryOptions<Answer<PriceResult>, SluiceError> {
  const { priceRefreshMs } = context.config.getState()
  return {
    ...sharedOptions,
    queryKey: queryKey(context, 'price', toKey(context, inputs)),
    queryFn: async ({ client, queryKey: key, signal }) => {
      const isFirst = (client.getQueryState(key)?.dataUpdateCount ?? 0) === 0
      if (isFirst && !isPrefilled(context, inputs)) await sleep(PRICE_DEBOUNCE_MS, signal)
      return context.clients.router.price(priceRequest(context, inputs), { signal })
    },
    staleTime: priceRefreshMs,
    // An old price must not come back when old inputs do.
    gcTime: keptFor(priceRefreshMs),
    refetchOnWindowFocus: true,
    // The next poll is the retry.
    retry: false,
  }
}

/** How long after this outcome the price is asked for again, in milliseconds; false: not by itself. */
export function priceRefreshDelay(refreshMs: number, error: SluiceError | null): number | false {
  if (!error) return refreshMs
  switch (error.code) {
    case 'FORBIDDEN':
    case 'INVALID_REQUEST':
      return false
    case 'RATE_LIMITED':
      return Math.max(2 * refreshMs, error.retryAfterMs ?? 0)
    default:
      return Math.max(refreshMs, error.retryAfterMs ?? 0)
  }
}

/** The body of `/v1/price` and `/v1/quote` for these inputs. */
export function priceRequest(context: QueryContext, inputs: PriceInputs): PriceRequest {
  const account = inputs.account ?? NOBODY
  return {
    chainID: getChain(context, inputs.chainId).name,
    inputToken: inputs.inputToken.address,
    outputToken: inputs.outputToken.address,
    orderType: 'SELL',
    inputAmount: inputs.inputAmount.toString(),
    userAddress: account,
    outputReceiver: inputs.receiver ?? account,
    uniquePID: context.config.getState().integrator,
    computeEstimate: false,
    computeStable: true,
    slippage: inputs.slippageBps,
    ...(inputs.partner && { partnerFee: inputs.partner.feeBps, partnerAddress: inputs.partner.address }),
  }
}

/** The amount a host starts the form with is not being typed. */
function isPrefilled(context: QueryContext, { inputAmount, inputToken }: PriceInputs): boolean {
  const { amount } = context.config.getState().input
  return amountOfForm(amount, inputToken.decimals) === inputAmount
}

function toKey(context: QueryContext, inputs: PriceInputs) {
  const { integrator } = context.config.getState()
  return {
    ...inputs,
    inputToken: inputs.inputToken.address.toLowerCase(),
    outputToken: inputs.outputToken.address.toLowerCase(),
    inputAmount: inputs.inputAmount.toString(),
    integrator,
  }
}
