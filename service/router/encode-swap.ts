import { encodeAbiParameters, encodeFunctionData, maxUint256 } from 'viem'
import { routeParameters, settlementAbi } from '../../src/abi/settlement.ts'
import { type Address, type Hex, NATIVE_TOKEN, ZERO_ADDRESS } from '../../src/lib/address.ts'
import type { Route } from './route.ts'
import type { Solution } from './solve.ts'
import type { TradeRequest } from './trade-request.ts'

/** The call of the settlement that does what the solution promises. Its permit is left empty for the client. */
export function encodeSwap(trade: TradeRequest, { route, fees }: Solution, deadline: bigint): Hex {
  return encodeFunctionData({
    abi: settlementAbi,
    functionName: 'swap',
    args: [
      {
        inputToken: trade.isNativeInput ? NATIVE_TOKEN : trade.inputToken,
        outputToken: trade.isNativeOutput ? NATIVE_TOKEN : trade.outputToken,
        inputAmount: route.amountIn,
        minOutputAmount: fees.minimum,
        outputReceiver: trade.outputReceiver,
        partner: trade.partner ?? ZERO_ADDRESS,
        partnerFeeBps: BigInt(trade.partnerFeeBps),
        settlementFee: fees.settlementFeeAsked,
        // The route is the best single path itself: surplus is only what the market adds until execution.
        surplusThreshold: trade.sharesSurplus ? fees.net : maxUint256,
        deadline,
      },
      encodeRoute(route),
      '0x',
    ],
  })
}

function encodeRoute({ steps }: Route): Hex {
  const encoded = steps.flatMap(({ pool, zeroForOne, portion, tokenIn, tokenOut }) => {
    const step = pool.step(zeroForOne)
    return step ? [{ ...step, portion, tokenIn: tokenIn as Address, tokenOut: tokenOut as Address }] : []
  })
  return encodeAbiParameters(routeParameters, [encoded])
}
