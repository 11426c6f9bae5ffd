import { parseDecimal } from './decimal-of.ts'

/**
 * What the receiver gets, in dollars: the value of the gross output less the fees in it, or what the service says of the
 * net output, whichever is less. Undefined when unknown.
 */
export function receivedUsd({
  outputAmount,
  effectiveOutputAmount,
  outputAmountUSD,
  effectiveOutputAmountUSD,
}: {
  outputAmount: string
  effectiveOutputAmount: string
  outputAmountUSD?: string | null | undefined
  effectiveOutputAmountUSD?: string | null | undefined
}): number | undefined {
  const gross = parseDecimal(outputAmountUSD) ?? Number.NaN
  const share = Number(effectiveOutputAmount) / Number(outputAmount)
  // Some services write "0" for a net value they do not know.
  const net = parseDecimal(effectiveOutputAmountUSD) || Number.NaN
  const values = [gross * share, net].filter(Number.isFinite)
  return values.length > 0 ? Math.min(...values) : undefined
}
