import type { Token } from '../src/events/types.ts'
import { isNativeToken, sameAddress } from '../src/lib/address.ts'
import { applyBps, formatAmount, maximumInput, parseAmount } from '../src/lib/amount.ts'
import type { PriceRequest } from '../src/wire/price-request.ts'
import type { PriceResult } from '../src/wire/router.ts'
import { EARNING, LISTED, WETH } from './fixture-tokens.ts'

/** A price computed from the fixture tokens' prices, less typical costs of a route. */
export function priceOf(request: PriceRequest): PriceResult {
  if (request.orderType === 'BUY') return purchasePriceOf(request)
  const input = known(request.inputToken)
  const output = known(request.outputToken)
  const inputAmount = String(request.inputAmount ?? '0')
  const paidUsd = Number(formatAmount(BigInt(inputAmount), input?.decimals ?? 18)) * (input?.priceUsd ?? 0)
  const gross = output?.priceUsd
    ? (parseAmount((paidUsd / output.priceUsd).toFixed(6), Math.max(6, output.decimals)) ?? 0n)
    : 0n
  const outputAmount = gross - applyBps(gross, 9)
  const settlementFee = applyBps(outputAmount, 3)
  const partnerFee = applyBps(outputAmount, Number(request.partnerFee ?? 0))
  const received = outputAmount - settlementFee - partnerFee
  return {
    inputToken: request.inputToken as PriceResult['inputToken'],
    outputToken: request.outputToken as PriceResult['outputToken'],
    feeToken: request.outputToken as PriceResult['feeToken'],
    inputSender: request.userAddress as PriceResult['inputSender'],
    outputReceiver: request.outputReceiver as PriceResult['outputReceiver'],
    inputAmount,
    outputAmount: outputAmount.toString(),
    partnerFee: partnerFee.toString(),
    routingFee: '0',
    effectiveInputAmount: inputAmount,
    effectiveOutputAmount: received.toString(),
    minOutputAmount: (received - applyBps(received, Number(request.slippage ?? 50))).toString(),
    liquidityModules: [
      {
        module: 'uniswap-v3',
        name: 'Uniswap V3',
        kind: 'dex',
        portionBps: 10_000,
        path: [WETH.address, request.outputToken as PriceResult['outputToken']],
      },
    ],
    isNativeTokenInput: isNativeToken(request.inputToken),
    value: isNativeToken(request.inputToken) ? inputAmount : '0',
    settlementFee: settlementFee.toString(),
    blockNumber: 1_204,
    inputAmountUSD: paidUsd.toFixed(2),
    outputAmountUSD: (paidUsd * 0.9988).toFixed(2),
    gasCostUSD: '0.61',
    feeCostUSD: (paidUsd * 0.0003).toFixed(2),
    priceImpactBps: '6',
    optimalityGapBps: '2',
    surgeValue: 1,
  }
}

/** The price of a purchase: the same costs, added to the input. */
function purchasePriceOf(request: PriceRequest): PriceResult {
  const { decimals: inputDecimals = 18, priceUsd = 1 } = known(request.inputToken) ?? {}
  const output = known(request.outputToken)
  const outputAmount = String(request.outputAmount ?? '0')
  const worthUsd =
    Number(formatAmount(BigInt(outputAmount), output?.decimals ?? 18)) * (output?.priceUsd ?? 0)
  // The partner fee is added to the bought amount.
  const netBps = 10_000 - Number(request.partnerFee ?? 0)
  const partnerFee = (BigInt(outputAmount) * BigInt(10_000 - netBps)) / BigInt(netBps)
  const paidUsd = (worthUsd * 1.0012 * 10_000) / netBps
  const inputAmount = parseAmount((paidUsd / priceUsd).toFixed(6), inputDecimals) ?? 0n
  const maxInputAmount = maximumInput(inputAmount, Number(request.slippage ?? 50))
  return {
    ...priceOf({ ...request, orderType: 'SELL', inputAmount: inputAmount.toString() }),
    outputAmount,
    partnerFee: partnerFee.toString(),
    effectiveOutputAmount: outputAmount,
    minOutputAmount: outputAmount,
    maxInputAmount: maxInputAmount.toString(),
    inputAmountUSD: paidUsd.toFixed(2),
    outputAmountUSD: worthUsd.toFixed(2),
  }
}

function known(address: string): Token | undefined {
  return [...LISTED, ...EARNING].find((token) => sameAddress(token.address, address))
}
