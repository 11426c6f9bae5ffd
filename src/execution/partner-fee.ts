import type { Address, Hex } from '../../wire/lib/address.ts'
import { formatAmount, parseDecimal } from '../../wire/lib/amount.ts'
import type { Route, WidgetEvents } from '../events/types.ts'
import type { PaidFee } from './machine/types.ts'

const SHARE_DECIMALS = 9

/**
 * The receipt of a partner fee. Its value is the fee's share of the output value in the route;
 * absent when unknown.
 */
export function toPartnerReceipt(
  { id, toAmount, toAmountUSD, toChainId, toToken }: Route,
  { partner, fee, txHash }: { partner: { address: Address; feeBps: number }; fee: PaidFee; txHash: Hex },
): WidgetEvents['partnerFeePaid'] {
  const gross = BigInt(toAmount)
  const scaled = gross > 0n ? (BigInt(fee.amount) * 10n ** BigInt(SHARE_DECIMALS)) / gross : undefined
  const share = scaled === undefined ? undefined : parseDecimal(formatAmount(scaled, SHARE_DECIMALS))
  return {
    routeId: id,
    chainId: toChainId,
    partner: partner.address,
    feeBps: partner.feeBps,
    token: toToken,
    amount: fee.amount,
    ...(toAmountUSD !== undefined && share !== undefined && { amountUSD: toAmountUSD * share }),
    txHash,
    logIndex: fee.logIndex,
  }
}
