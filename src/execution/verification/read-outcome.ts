import { type Address, type Hex, isNativeToken, sameAddress } from '../../../wire/lib/address.ts'
import { maxBigInt, minBigInt } from '../../../wire/lib/amount.ts'
import { readTransfers } from '../../chain/transfers.ts'
import type { Log, Receipt } from '../../chain/types.ts'
import { SluiceError } from '../../errors/sluice-error.ts'
import type { ReceiptReader, SwapQuery } from '../codecs/router-codec.ts'
import type { PaidFee, SwapOutcome } from '../machine/types.ts'

/**
 * Reads the amounts of a mined swap from its receipt. The router's event counts or, if the router
 * does not measure the receiver's balance, the smaller transferred amount. For a foreign router
 * only transfers count, and native amounts stay unknown. `feesBesideGasWei`: see
 * `ChainReader.feesBesideGas`. Throws `WALLET_ERROR` if the receipt belongs to another transaction,
 * because wallets let users edit a request.
 */
export function readOutcome({
  receipt,
  feesBesideGasWei,
  intent,
  router,
  codec,
  replacedHash,
}: {
  receipt: Receipt
  feesBesideGasWei: bigint | undefined
  intent: SwapQuery['intent']
  router: Address
  codec: ReceiptReader | undefined
  replacedHash: Hex | undefined
}): SwapOutcome {
  const amounts = readAmounts(codec, { logs: receipt.logs, router, intent })
  if (!amounts) {
    throw new SluiceError('WALLET_ERROR', {
      txHash: receipt.hash,
      details: 'the receipt does not belong to the confirmed swap',
    })
  }
  return {
    receipt,
    paid: amounts.inputSpent,
    received: amounts.outputReceived,
    partnerFee: amounts.partnerFee,
    gasPaidWei: getGasPaid(receipt, feesBesideGasWei),
    replacedHash,
  }
}

function getGasPaid(
  { gasUsed, effectiveGasPrice }: Receipt,
  feesBesideGasWei: bigint | undefined,
): bigint | undefined {
  return feesBesideGasWei === undefined ? undefined : gasUsed * effectiveGasPrice + feesBesideGasWei
}

/** Undefined if the receipt does not contain the swap. */
function readAmounts(codec: ReceiptReader | undefined, query: SwapQuery): Amounts | undefined {
  const { logs, intent } = query
  const arrived = readMoved(logs, intent.outputToken.address, intent.receiver)
  if (!codec) return readForeign(query, arrived)
  const reported = codec.readSwap(query)
  // Without a transfer log of the token, the router's event is used.
  if (!reported || codec.measuresReceiver || !arrived || arrived.net <= 0n) return reported
  return { ...reported, outputReceived: minBigInt(reported.outputReceived, arrived.net) }
}

/**
 * Reads the amounts that a foreign router moved, as far as tokens log them. Gifts and refunds in
 * the same transaction change net amounts, so gross amounts identify the swap: the output arrived
 * or, if it has no logs, the input left.
 */
function readForeign({ logs, intent }: SwapQuery, arrived: Moved | undefined): Amounts | undefined {
  const left = readMoved(logs, intent.inputToken.address, intent.account)
  if (arrived ? arrived.in === 0n : left?.out === 0n) return undefined
  return {
    inputSpent: left && maxBigInt(-left.net, 0n),
    outputReceived: arrived && maxBigInt(arrived.net, 0n),
  }
}

interface Amounts {
  inputSpent: bigint | undefined
  outputReceived: bigint | undefined
  partnerFee?: PaidFee | undefined
}

interface Moved {
  in: bigint
  out: bigint
  net: bigint
}

/** Undefined for the native token, which has no logs. */
function readMoved(logs: readonly Log[], token: Address, account: Address): Moved | undefined {
  if (isNativeToken(token)) return undefined
  const moved = { in: 0n, out: 0n }
  for (const transfer of readTransfers(logs)) {
    if (!sameAddress(transfer.token, token)) continue
    if (sameAddress(transfer.to, account)) moved.in += transfer.amount
    if (sameAddress(transfer.from, account)) moved.out += transfer.amount
  }
  return { ...moved, net: moved.in - moved.out }
}
