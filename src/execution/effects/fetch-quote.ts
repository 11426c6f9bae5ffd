import type { ResolvedConfig } from '../../config/types.ts'
import type { PriceRequest } from '../../wire/router.ts'
import type { StateOf, SwapIntent } from '../types.ts'
import { DEADLINE_SECONDS } from '../verify-quote.ts'
import type { Effect } from './types.ts'

/** Asks once for the firm quote of exactly what the person confirmed. */
export const fetchQuote: Effect<StateOf<'quoting'>> = async ({ intent }, { router, config, signal }) => {
  const { value, requestId } = await router.quote(quoteRequest(intent, config()), { signal })
  return { type: 'quoted', quote: value, supportId: value.quoteId ?? requestId }
}

function quoteRequest(intent: SwapIntent, config: ResolvedConfig): PriceRequest {
  return {
    networkID: intent.chainId,
    inputToken: intent.inputToken.address,
    outputToken: intent.outputToken.address,
    orderType: 'SELL',
    inputAmount: intent.inputAmount.toString(),
    userAddress: intent.account,
    outputReceiver: intent.receiver,
    uniquePID: config.integrator,
    computeStable: true,
    slippage: intent.slippageBps,
    deadlineSeconds: DEADLINE_SECONDS,
    ...(intent.partner && { partnerFee: intent.partner.feeBps, partnerAddress: intent.partner.address }),
  }
}
