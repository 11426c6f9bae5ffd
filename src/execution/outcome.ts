import { type Address, type Hex, isNativeToken, sameAddress } from '../lib/address.ts'
import type { Log, Receipt } from './ports.ts'
import type { SettlementCodec } from './settlement-codec.ts'
import { readTransfers } from './transfers.ts'
import type { SwapIntent, SwapOutcome } from './types.ts'

/**
 * What a mined swap really moved, read from its receipt. The settlement measures and reports it; for a foreign
 * router the tokens' own transfers tell, and native amounts stay unknown.
 */
export function outcomeOf({
  receipt,
  intent,
  router,
  codec,
  replacedHash,
}: {
  receipt: Receipt
  intent: SwapIntent
  router: Address
  codec: SettlementCodec | undefined
  replacedHash: Hex | undefined
}): SwapOutcome {
  const swapped = codec?.readSwapped({ logs: receipt.logs, router, sender: intent.account })
  return {
    receipt,
    paid:
      swapped?.inputSpent ?? negated(netTransferred(receipt.logs, intent.inputToken.address, intent.account)),
    received:
      swapped?.outputReceived ?? netTransferred(receipt.logs, intent.outputToken.address, intent.receiver),
    gasPaidWei: receipt.gasUsed * receipt.effectiveGasPrice,
    replacedHash,
  }
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
