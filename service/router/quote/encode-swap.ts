import { concatHex, encodeAbiParameters, encodeFunctionData, numberToHex } from 'viem'
import { routeParameters, settlementAbi } from '../../../src/abi/settlement.ts'
import { type Address, type Hex, NATIVE_TOKEN, ZERO_ADDRESS } from '../../../src/lib/address.ts'
import type { FoundRoute } from '../paths/route.ts'
import type { TradeRequest } from '../request/trade-request.ts'
import type { Solution } from '../search/solve.ts'

/** The settlement call that executes the solution. Its permit is left empty for the client. */
export function encodeSwap(trade: TradeRequest, { route, fees, maxInput }: Solution, deadline: bigint): Hex {
  return encodeFunctionData({
    abi: settlementAbi,
    functionName: 'swap',
    args: [
      {
        inputToken: trade.isNativeInput ? NATIVE_TOKEN : trade.inputToken,
        outputToken: trade.isNativeOutput ? NATIVE_TOKEN : trade.outputToken,
        inputAmount: maxInput,
        minOutputAmount: fees.minimum,
        outputReceiver: trade.outputReceiver,
        partner: trade.partner ?? ZERO_ADDRESS,
        partnerFeeBps: BigInt(trade.partnerFeeBps),
        settlementFee: fees.settlementFeeAsked,
        surplusThreshold: fees.surplusThreshold,
        deadline,
      },
      encodeRoute(route),
      '0x',
    ],
  })
}

/** Prefix of a buying route. */
const BUYING = '0x01'

/** The route in the executor's format. */
export function encodeRoute({ type, steps, amountOut }: FoundRoute): Hex {
  if (type === 'SELL') return encodeSteps(steps)
  return concatHex([BUYING, numberToHex(amountOut, { size: 32 }), encodeSteps(steps.toReversed())])
}

function encodeSteps(steps: FoundRoute['steps']): Hex {
  const encoded = steps.flatMap(({ pool, zeroForOne, portion, tokenIn, tokenOut }) => {
    const step = pool.step(zeroForOne)
    return step ? [{ ...step, portion, tokenIn: tokenIn as Address, tokenOut: tokenOut as Address }] : []
  })
  return encodeAbiParameters(routeParameters, [encoded])
}
