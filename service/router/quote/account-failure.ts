import { decodeErrorResult } from 'viem'
import { settlementAbi } from '../../../src/abi/settlement.ts'
import { type Hex, NATIVE_TOKEN, sameAddress } from '../../../src/lib/address.ts'
import type { TradeRequest } from '../request/trade-request.ts'

/**
 * Errors about the request, the permit, the deadline or the sender's payment, which are checked
 * before any pool is called.
 */
const OF_REQUEST = new Set([
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
  return OF_REQUEST.has(decode(revertData)?.errorName ?? '')
}

/**
 * * Returns true when a simulated swap failed because of the trade's own accounts: the sender
 * cannot pay, or the receiver refuses the output. Any caller can cause these, and they say
 * nothing about pools. A purchase that runs out of its input does.
 */
export function isAccountFailure(
  trade: Pick<TradeRequest, 'order' | 'inputToken' | 'outputToken' | 'poolInput' | 'poolOutput'>,
  revertData: Hex,
): boolean {
  const error = decode(revertData)
  if (!error) return false
  if (OF_REQUEST.has(error.errorName)) return true
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
