/**
 * Solves `(H + damping I) x = g` for a positive semidefinite H of n rows, by Cholesky's method.
 * Writes into `x`. `lower` is scratch space as large as H.
 */
export function dampedNewtonStep(
  { hessian, gradient, damping }: { hessian: Float64Array; gradient: Float64Array; damping: number },
  { x, lower }: { x: Float64Array; lower: Float64Array },
): void {
  const n = gradient.length
  for (let i = 0; i < n; i += 1) {
    for (let j = 0; j <= i; j += 1) {
      let sum = hessian[i * n + j] as number
      if (i === j) sum += damping + 1e-12 * sum
      for (let k = 0; k < j; k += 1) sum -= (lower[i * n + k] as number) * (lower[j * n + k] as number)
      // Rounding can make the pivot of a dependent row negative.
      lower[i * n + j] =
        i === j ? Math.sqrt(Math.max(sum, damping * 1e-3)) : sum / (lower[j * n + j] as number)
    }
  }
  for (let i = 0; i < n; i += 1) {
    let sum = gradient[i] as number
    for (let k = 0; k < i; k += 1) sum -= (lower[i * n + k] as number) * (x[k] as number)
    x[i] = sum / (lower[i * n + i] as number)
  }
  for (let i = n - 1; i >= 0; i -= 1) {
    let sum = x[i] as number
    for (let k = i + 1; k < n; k += 1) sum -= (lower[k * n + i] as number) * (x[k] as number)
    x[i] = sum / (lower[i * n + i] as number)
  }
}
