import { readTransfers } from '../../chain/transfers.ts'
import type { Log, Receipt } from '../../chain/types.ts'
import { SluiceError } from '../../errors/sluice-error.ts'
import { type Address, type Hex, isNativeToken, sameAddress } from '../../lib/address.ts'
import { minBigInt } from '../../lib/amount.ts'
import type { RouterCodec, SwapQuery } from '../codecs/router-codec.ts'
import type { SwapIntent, SwapOutcome } from '../machine/types.ts'

/**
 * What a mined swap really moved, read from its receipt. The router reports it, and where it does not measure what
 * arrived, the output token's own transfers may say less; for a foreign router the transfers alone tell, and native
 * amounts stay unknown. Throws `WALLET_ERROR` where the receipt
 * is that of another transaction: wallets let people edit what they sign.
 */
export function readOutcome({
  receipt,
  intent,
  router,
  codec,
  replacedHash,
}: {
  receipt: Receipt
  intent: SwapIntent
  router: Address
  codec: RouterCodec | undefined
  replacedHash: Hex | undefined
}): SwapOutcome {
  const moved = readMoved(codec, { logs: receipt.logs, router, intent })
  if (!moved || isNothing(moved.inputSpent) || isNothing(moved.outputReceived)) {
    throw new SluiceError('WALLET_ERROR', {
      txHash: receipt.hash,
      details: 'the receipt is not that of the swap that was confirmed',
    })
  }
  return {
    receipt,
    paid: moved.inputSpent,
    received: moved.outputReceived,
    gasPaidWei: receipt.gasUsed * receipt.effectiveGasPrice,
    replacedHash,
  }
}

function readMoved(codec: RouterCodec | undefined, query: SwapQuery) {
  const { logs, intent } = query
  const arrived = netTransferred(logs, intent.outputToken.address, intent.receiver)
  if (!codec) {
    const spent = netTransferred(logs, intent.inputToken.address, intent.account)
    return { inputSpent: negated(spent), outputReceived: arrived }
  }
  const reported = codec.readSwap(query)
  // A token whose logs show no arrival is taken at the router's word.
  if (!reported || codec.measuresReceiver || arrived === undefined || arrived <= 0n) return reported
  return { ...reported, outputReceived: minBigInt(reported.outputReceived, arrived) }
}

/** Unknown is not nothing. */
function isNothing(amount: bigint | undefined): boolean {
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
