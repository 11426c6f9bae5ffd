import { type Address, isNativeToken, ZERO_ADDRESS } from '../../wire/lib/address.ts'
import type { PriceResult } from '../../wire/router.ts'

interface WrapTrade {
  inputToken: { address: Address; symbol: string }
  outputToken: { address: Address; symbol: string }
  /** Base units. */
  inputAmount: bigint
  /** Undefined while no wallet is connected. */
  account: Address | undefined
}

/**
 * The price of wrapping or unwrapping: the output equals the input, without fee, impact or route.
 * Excludes the network cost.
 */
export function wrapPrice({
  inputToken,
  outputToken,
  inputAmount,
  account = ZERO_ADDRESS,
}: WrapTrade): PriceResult {
  const amount = inputAmount.toString()
  const isWrap = isNativeToken(inputToken.address)
  return {
    inputToken: inputToken.address,
    outputToken: outputToken.address,
    feeToken: outputToken.address,
    inputSender: account,
    outputReceiver: account,
    inputAmount: amount,
    outputAmount: amount,
    partnerFee: '0',
    routingFee: '0',
    settlementFee: '0',
    effectiveInputAmount: amount,
    effectiveOutputAmount: amount,
    minOutputAmount: amount,
    liquidityModules: [
      {
        module: 'wrapped-native',
        name: isWrap ? outputToken.symbol : inputToken.symbol,
        kind: 'wrap',
        portionBps: 10_000,
        path: [inputToken.address, outputToken.address],
      },
    ],
    isNativeTokenInput: isWrap,
    value: isWrap ? amount : '0',
    priceImpactBps: '0',
  }
}
