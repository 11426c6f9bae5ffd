import type { Receipt } from '../chain/types.ts'
import type { Route, WidgetEvents } from '../events/types.ts'
import { type Address, type Hex, sameAddress } from '../lib/address.ts'
import { formatAmount, parseDecimal } from '../lib/amount.ts'

/** keccak256 of `Swapped(address,address,address,address,uint256,uint256,uint256,uint256)`, of the settlement. */
const SWAPPED: Hex = '0xa580421dd979013eca1cade3792b5a59d6a76dd9e45c46c7ae410cef7092ffdc'

/** What a partner was paid, and the log that says so. */
export interface PaidFee {
  /** Base units of the output token, as a decimal string. */
  amount: string
  /** Of the log in its block, as a node numbers it. */
  logIndex: number
}

/** The swap whose fee is looked for. */
interface FeeQuery {
  router: Address
  account: Address
  outputToken: { address: Address }
}

/** The fee that the settlement's own log of a swap names. Undefined with another router, and where nothing was paid. */
export function readPartnerFee(
  { logs }: Pick<Receipt, 'logs'>,
  { router, account, outputToken }: FeeQuery,
): PaidFee | undefined {
  for (const { address, topics, data, logIndex } of logs ?? []) {
    const [topic, sender] = topics
    if (topic !== SWAPPED || logIndex === undefined || !sameAddress(address, router)) continue
    if (!sender || !sameAddress(`0x${sender.slice(-40)}`, account)) continue
    const word = (index: number) => data.slice(2 + 64 * index, 66 + 64 * index)
    if (!sameAddress(`0x${word(1).slice(-40)}`, outputToken.address)) continue
    const amount = BigInt(`0x${word(4)}`)
    if (amount > 0n) return { amount: amount.toString(), logIndex }
  }
  return undefined
}

/** Decimals that a share of an amount keeps on its way to a number. */
const SHARE_DECIMALS = 9

/** The receipt of a partner's fee. Its value is the share of what the route says of the whole output; absent when unknown. */
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
