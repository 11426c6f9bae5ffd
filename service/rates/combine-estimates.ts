/** A pool's price of a token, weighted by its depth near that price. All estimates share a unit. */
export interface Estimate {
  price: number
  weight: number
}

/** Maximum distance from the median as a fraction. Estimates beyond are ignored. */
const MAX_DEVIATION = 0.1

/**
 * Returns the depth-weighted mean of the estimates near the depth-weighted median, or undefined
 * without estimates.
 */
export function combineEstimates(estimates: readonly Estimate[]): number | undefined {
  const median = weightedMedian(estimates)
  if (median === undefined) return undefined
  const used = estimates.filter(({ price }) => Math.abs(price / median - 1) <= MAX_DEVIATION)
  const weight = used.reduce((sum, estimate) => sum + estimate.weight, 0)
  return used.reduce((sum, estimate) => sum + estimate.price * (estimate.weight / weight), 0)
}

function weightedMedian(estimates: readonly Estimate[]): number | undefined {
  const sorted = [...estimates].sort((a, b) => a.price - b.price)
  const half = sorted.reduce((sum, { weight }) => sum + weight, 0) / 2
  let passed = 0
  for (const { price, weight } of sorted) {
    passed += weight
    if (passed >= half) return price
  }
  return undefined
}
