/** What one pool says a token costs, and how much it puts behind it. Same unit for all. */
export interface Estimate {
  price: number
  weight: number
}

/** Farthest from the median a pool may be and still be heard, as a fraction. */
const MAX_DEVIATION = 0.1

/** The depth-weighted mean of those near the depth-weighted median; undefined when nobody speaks. */
export function combineEstimates(estimates: readonly Estimate[]): number | undefined {
  const median = weightedMedian(estimates)
  if (median === undefined) return undefined
  const heard = estimates.filter(({ price }) => Math.abs(price / median - 1) <= MAX_DEVIATION)
  const weight = heard.reduce((sum, estimate) => sum + estimate.weight, 0)
  return heard.reduce((sum, estimate) => sum + estimate.price * (estimate.weight / weight), 0)
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
