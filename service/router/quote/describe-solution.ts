import { getAddress } from 'viem'
import type { Address } from '../../../wire/lib/address.ts'
import type { LiquidityModule, PriceResult } from '../../../wire/router.ts'
import type { RoutedChain } from '../../chain/routed-chain.ts'
import type { FoundRoute } from '../paths/route.ts'
import type { TradeRequest } from '../request/trade-request.ts'
import type { Fees } from '../search/fees.ts'
import { priceImpactBps } from '../search/price-impact.ts'
import type { Solution } from '../search/solve.ts'
import { routeGas, transactionCost } from './gas-model.ts'
import { tradeShares } from './trade-shares.ts'

/** Returns the fields that prices and quotes have in common, in wire format. */
export function describeSolution(trade: TradeRequest, solution: Solution): PriceResult {
  const { route, fees, market, surge, maxInput } = solution
  const { config } = trade.chain
  const { order, spelling } = trade
  /** A partial fill shows the whole input, and a purchase shows the output after fees. */
  const amounts = {
    input: order.type === 'SELL' ? order.amountIn : route.amountIn,
    output: order.type === 'SELL' ? route.amountOut : order.amountOut,
  }
  return {
    inputToken: spelling.inputToken,
    outputToken: spelling.outputToken,
    feeToken: spelling.outputToken,
    inputSender: spelling.userAddress,
    outputReceiver: spelling.outputReceiver,
    inputAmount: amounts.input.toString(),
    outputAmount: amounts.output.toString(),
    partnerFee: fees.partnerFee.toString(),
    routingFee: '0',
    settlementFee: fees.settlementFee.toString(),
    effectiveInputAmount: route.amountIn.toString(),
    effectiveOutputAmount: fees.effective.toString(),
    minOutputAmount: fees.minimum.toString(),
    liquidityModules: describeModules(route, trade.chain),
    isNativeTokenInput: trade.isNativeInput,
    value: trade.isNativeInput ? maxInput.toString() : '0',
    ...(order.type === 'BUY' && { maxInputAmount: maxInput.toString() }),
    router: config.settlement,
    blockNumber: Number(market.block.blockNumber),
    blockHash: market.block.blockHash,
    optimalityGapBps: solution.optimalityGapBps,
    surgeValue: surge.lossPercent,
    effectiveInputAmountUSD: market.usd.format(trade.poolInput, route.amountIn) ?? null,
    effectiveOutputAmountUSD: market.usd.format(trade.poolOutput, fees.effective) ?? null,
    estimatedNetSurplus: getNetSurplus(fees).toString(),
    ...(trade.wantsUsd && {
      inputAmountUSD: market.usd.format(trade.poolInput, amounts.input) ?? null,
      outputAmountUSD: market.usd.format(trade.poolOutput, amounts.output) ?? null,
      ...describeCosts(trade, solution),
    }),
  }
}

/** Returns the output above the benchmark that the receiver keeps, or 0 without shared surplus. */
function getNetSurplus({ effective, surplusThreshold }: Fees): bigint {
  return effective > surplusThreshold ? effective - surplusThreshold : 0n
}

function describeModules(route: FoundRoute, chain: RoutedChain): LiquidityModule[] {
  const shares = tradeShares(route)
  return route.steps.map(({ pool, tokenIn, tokenOut, swap }, i) => ({
    module: pool.module,
    name: pool.origin.name,
    kind: pool.origin.kind,
    portionBps: shares[i] ?? 0,
    path: [tokenIn, tokenOut].map((token) => chain.token(token as Address)?.address ?? getAddress(token)),
    amountIn: swap.amountIn.toString(),
    amountOut: swap.amountOut.toString(),
  }))
}

function describeCosts(trade: TradeRequest, { route, fees, market }: Solution) {
  const { usd, block } = market
  const costWei = transactionCost(block, routeGas(trade, route), route.steps.length)
  return {
    gasCostUSD:
      costWei === undefined ? null : (usd.format(trade.chain.config.weth.toLowerCase(), costWei) ?? null),
    feeCostUSD: usd.format(trade.poolOutput, fees.partnerFee + fees.settlementFee) ?? null,
    priceImpactBps: priceImpactBps(route)?.toString() ?? null,
  }
}
