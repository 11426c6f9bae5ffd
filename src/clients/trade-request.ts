import type { Address } from '../../wire/lib/address.ts'
import type { PriceRequest } from '../../wire/price-request.ts'
import type { ResolvedConfig } from '../config/types.ts'

/** A trade for which price and quote are requested. `SwapIntent` is one. */
export interface RequestedTrade {
  inputToken: { address: Address }
  outputToken: { address: Address }
  /** Base units: the amount a sale pays. Not sent for a purchase. */
  inputAmount?: bigint | undefined
  /** Base units: the amount a purchase must deliver; undefined for a sale. */
  outputAmount?: bigint | undefined
  account: Address
  receiver: Address
  slippageBps: number
  partner: { address: Address; feeBps: number } | undefined
}

/**
 * The fields that the bodies of `/v1/price` and `/v1/quote` share. The caller adds the chain
 * (`chainID` or `networkID`) and the fields of only one of them.
 */
export function tradeRequest(
  trade: RequestedTrade,
  { integrator, routing }: Pick<ResolvedConfig, 'integrator' | 'routing'>,
): PriceRequest {
  return {
    inputToken: trade.inputToken.address,
    outputToken: trade.outputToken.address,
    ...toOrder(trade),
    userAddress: trade.account,
    outputReceiver: trade.receiver,
    uniquePID: integrator,
    computeStable: true,
    slippage: trade.slippageBps,
    ...toWire(routing),
    ...(trade.partner && { partnerFee: trade.partner.feeBps, partnerAddress: trade.partner.address }),
  }
}

function toOrder({ inputAmount, outputAmount }: RequestedTrade): Partial<PriceRequest> {
  return outputAmount === undefined
    ? { orderType: 'SELL', inputAmount: inputAmount?.toString() }
    : { orderType: 'BUY', outputAmount: outputAmount.toString() }
}

function toWire({
  modulesFilter,
  modulesDisabled,
  ...flags
}: ResolvedConfig['routing']): Partial<PriceRequest> {
  return {
    ...flags,
    ...(modulesFilter && { modulesFilter: [...modulesFilter] }),
    ...(modulesDisabled && { modulesDisabled: [...modulesDisabled] }),
  }
}
