import { decodeErrorResult } from 'viem'
import { settlementAbi } from '../../../wire/abi/settlement.ts'
import { type Hex, NATIVE_TOKEN, sameAddress } from '../../../wire/lib/address.ts'
import type { TradeRequest } from '../request/trade-request.ts'

/**
 * Errors of the request, the permit, the deadline or the sender's payment, which the contract
 * checks before it calls any pool.
 */
const REQUEST_ERRORS = new Set([
  'Expired',
  'InvalidAmount',
  'InvalidFee',
  'InvalidReceiver',
  'InvalidToken',
  'InvalidValue',
  'PermitMalformed',
  'TransferFromFailed',
])

/** Returns true when a simulated swap failed before any pool was called. */
export function isRequestFailure(revertData: Hex): boolean {
  return REQUEST_ERRORS.has(decode(revertData)?.errorName ?? '')
}

/**
 * Returns true if a simulated swap failed because of the trade's own accounts: the sender cannot
 * pay, or the receiver rejects the output. Any caller can cause these failures, so no pool is
 * excluded for them. A purchase that exceeds its maximum input is a failure of pools.
 */
export function isAccountFailure(
  trade: Pick<TradeRequest, 'order' | 'inputToken' | 'outputToken' | 'poolInput' | 'poolOutput'>,
  revertData: Hex,
): boolean {
  const error = decode(revertData)
  if (!error) return false
  if (REQUEST_ERRORS.has(error.errorName)) return true
  if (error.errorName !== 'TransferFailed') return false
  const token = String(error.args?.[0])
  const isOf = (...tokens: string[]) => tokens.some((one) => sameAddress(one, token))
  if (isOf(NATIVE_TOKEN, trade.outputToken, trade.poolOutput)) return true
  return trade.order.type === 'SELL' && isOf(trade.inputToken, trade.poolInput)
}

function decode(data: Hex): { errorName: string; args?: readonly unknown[] | undefined } | undefined {
  try {
    return decodeErrorResult({ abi: settlementAbi, data })
  } catch {
    return undefined
  }
}
