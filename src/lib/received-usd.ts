/** What the receiver gets, in dollars: the value of the gross output less the fees in it. Undefined when unknown. */
export function receivedUsd({
  outputAmount,
  effectiveOutputAmount,
  outputAmountUSD,
}: {
  outputAmount: string
  effectiveOutputAmount: string
  outputAmountUSD?: string | null | undefined
}): number | undefined {
  const gross = Number(outputAmountUSD ?? Number.NaN)
  const share = Number(effectiveOutputAmount) / Number(outputAmount)
  const value = gross * share
  return Number.isFinite(value) ? value : undefined
}
