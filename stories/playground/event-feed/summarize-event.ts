import type { Process, Route } from '../../../src/events/types.ts'
import { formatAmount } from '../../../wire/lib/amount.ts'

/** Returns a one-line summary of an event. */
export function summarizeEvent(payload: unknown): string {
  if (payload === undefined) return ''
  if (typeof payload !== 'object' || payload === null) return String(payload)
  if ('process' in payload) {
    const { type, status, txHash } = payload.process as Process
    return [type, status, txHash && `${txHash.slice(0, 10)}…`].filter(Boolean).join(' · ')
  }
  if ('route' in payload) return summarizeRoute(payload.route as Route)
  if ('steps' in payload) return summarizeRoute(payload as Route)
  if ('oldValue' in payload && 'newValue' in payload) {
    const { fieldName, setting, oldValue, newValue } = payload as Record<string, unknown>
    return `${fieldName ?? setting}: ${JSON.stringify(oldValue) ?? '–'} → ${JSON.stringify(newValue) ?? '–'}`
  }
  return Object.entries(payload)
    .map(([name, value]) => `${name}: ${Array.isArray(value) ? `${value.length} items` : String(value)}`)
    .join(', ')
}

/** Adds "≈" to an amount that is not from a receipt. */
function summarizeRoute({ fromAmount, fromToken, toAmountReceive, received, toToken }: Route): string {
  const paid = shorten(formatAmount(BigInt(fromAmount), fromToken.decimals))
  const output = shorten(formatAmount(BigInt(received ?? toAmountReceive), toToken.decimals))
  return `${paid} ${fromToken.symbol} → ${received === undefined ? '≈ ' : ''}${output} ${toToken.symbol}`
}

function shorten(amount: string): string {
  return amount.replace(/(\.\d{4})\d+$/, '$1…')
}
