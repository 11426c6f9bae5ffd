import type { Address } from '../lib/address.ts'
import type { PriceRequest } from '../wire/router.ts'

/** A trade as price and quote are requested for. `SwapIntent` is one. */
export interface RequestedTrade {
  inputToken: { address: Address }
  outputToken: { address: Address }
  /** Base units. */
  inputAmount: bigint
  account: Address
  receiver: Address
  slippageBps: number
  partner: { address: Address; feeBps: number } | undefined
}

/**
 * The fields that the bodies of `/v1/price` and `/v1/quote` share. The caller adds the chain (`chainID` or `networkID`)
 * and what only one of them takes.
 */
export function tradeRequest(trade: RequestedTrade, { integrator }: { integrator: string }): PriceRequest {
  return {
    inputToken: trade.inputToken.address,
    outputToken: trade.outputToken.address,
    orderType: 'SELL',
    inputAmount: trade.inputAmount.toString(),
    userAddress: trade.account,
    outputReceiver: trade.receiver,
    uniquePID: integrator,
    computeStable: true,
    slippage: trade.slippageBps,
    ...(trade.partner && { partnerFee: trade.partner.feeBps, partnerAddress: trade.partner.address }),
  }
}
