import { BigNumber, CurrencyAmount, Pair } from './packages.mjs'

/** Uses the gas model of our router: by hop and crossed tick, at one price in the output token. */
export function createGasModels({ v2, v3, crossing, price }, usdToken) {
  function estimate({ route, initializedTicksCrossedList = [], quoteToken }) {
    const pools = route.pools ?? route.pairs
    const hops = pools.reduce((gas, pool) => gas + (pool instanceof Pair ? v2 : v3), 0)
    const crossed = initializedTicksCrossedList.reduce((sum, count) => sum + count, 0)
    const gas = hops + crossed * crossing
    const cost = (BigInt(gas) * BigInt(price.numerator)) / BigInt(price.denominator)
    return {
      gasEstimate: BigNumber.from(gas),
      gasCostInToken: CurrencyAmount.fromRawAmount(quoteToken, cost.toString()),
      gasCostInUSD: CurrencyAmount.fromRawAmount(usdToken, 0),
    }
  }
  return { buildGasModel: async () => ({ estimateGasCost: estimate }) }
}
