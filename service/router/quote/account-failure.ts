import { decodeErrorResult } from 'viem'
import { settlementAbi } from '../../../src/abi/settlement.ts'
import { type Hex, NATIVE_TOKEN, sameAddress } from '../../../src/lib/address.ts'
import type { TradeRequest } from '../request/trade-request.ts'

/** Of the request, the permit, the deadline and what the sender pays: no pool is asked before these are checked. */
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

/**
 * Whether a simulated swap failed by the trade's own accounts: its sender cannot pay, its receiver refuses what it is paid.
 * Anybody can cause these, and they say nothing about pools. A purchase that runs out of its input does.
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
