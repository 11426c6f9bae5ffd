/**
 * Returns prices that never rise and pay at least as much. Needed because the fee of some pools
 * falls towards balance, so that a larger trade has a better price.
 */
export function levelPrices(inputs: readonly number[], prices: readonly number[]): number[] {
  const runs: { price: number; width: number; count: number }[] = []
  for (const [k, price] of prices.entries()) {
    let run = { price, width: (inputs[k + 1] ?? 0) - (inputs[k - 1] ?? 0), count: 1 }
    if (!(run.width > 0)) run = { ...run, width: (inputs[k] ?? 0) - (inputs[k - 1] ?? 0) }
    for (let last = runs.at(-1); last && last.price < run.price; last = runs.at(-1)) {
      runs.pop()
      const width = last.width + run.width
      const mean = (last.price * last.width + run.price * run.width) / width
      run = { price: mean, width, count: last.count + run.count }
    }
    runs.push(run)
  }
  return runs.flatMap(({ price, count }) => Array<number>(count).fill(price))
}
