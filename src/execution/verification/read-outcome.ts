import { readTransfers } from '../../chain/transfers.ts'
import type { Log, Receipt } from '../../chain/types.ts'
import { SluiceError } from '../../errors/sluice-error.ts'
import { type Address, type Hex, isNativeToken, sameAddress } from '../../lib/address.ts'
import { minBigInt } from '../../lib/amount.ts'
import type { ReceiptReader, SwapQuery } from '../codecs/router-codec.ts'
import type { PaidFee, SwapOutcome } from '../machine/types.ts'

/**
 * The amounts of a mined swap, read from its receipt: the router's event and, where the router does not measure what
 * the receiver gets, the smaller transferred amount. For a foreign router only the transfers count, and native amounts
 * stay unknown. `feesBesideGasWei`: see `ChainReader.feesBesideGas`. Throws `WALLET_ERROR` if
 * the receipt is that of another transaction: wallets let users edit what they sign.
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
  if (!amounts || isZero(amounts.inputSpent) || isZero(amounts.outputReceived)) {
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

function readAmounts(codec: ReceiptReader | undefined, query: SwapQuery): Amounts | undefined {
  const { logs, intent } = query
  const arrived = netTransferred(logs, intent.outputToken.address, intent.receiver)
  if (!codec) {
    const spent = netTransferred(logs, intent.inputToken.address, intent.account)
    return { inputSpent: negated(spent), outputReceived: arrived }
  }
  const reported = codec.readSwap(query)
  // Without a transfer log of the token, the router's event is used.
  if (!reported || codec.measuresReceiver || arrived === undefined || arrived <= 0n) return reported
  return { ...reported, outputReceived: minBigInt(reported.outputReceived, arrived) }
}

interface Amounts {
  inputSpent: bigint | undefined
  outputReceived: bigint | undefined
  partnerFee?: PaidFee | undefined
}

/** Whether an amount is known and not positive. */
function isZero(amount: bigint | undefined): boolean {
  return amount !== undefined && amount <= 0n
}

function negated(value: bigint | undefined): bigint | undefined {
  return value === undefined ? undefined : -value
}

function netTransferred(logs: readonly Log[], token: Address, account: Address): bigint | undefined {
  if (isNativeToken(token)) return undefined
  let net = 0n
  for (const transfer of readTransfers(logs)) {
    if (!sameAddress(transfer.token, token)) continue
    if (sameAddress(transfer.to, account)) net += transfer.amount
    if (sameAddress(transfer.from, account)) net -= transfer.amount
  }
  return net
}
