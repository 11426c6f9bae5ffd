import { concatHex, encodeAbiParameters, encodeFunctionData, numberToHex } from 'viem'
import { routeParameters, settlementAbi } from '../../../wire/abi/settlement.ts'
import { type Address, type Hex, NATIVE_TOKEN, ZERO_ADDRESS } from '../../../wire/lib/address.ts'
import type { FoundRoute } from '../paths/route.ts'
import type { TradeRequest } from '../request/trade-request.ts'
import type { Solution } from '../search/solve.ts'

/** Permits without a signature of the client: no permit, and a standing Permit2 allowance. */
export type UnsignedPermit = '0x' | '0x03'

/**
 * Returns the settlement call that executes the solution. A client may replace the permit with a
 * signed one.
 */
export function encodeSwap(
  trade: TradeRequest,
  { route, fees, maxInput }: Solution,
  { deadline, permit }: { deadline: bigint; permit: UnsignedPermit },
): Hex {
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
        settlementFee: fees.requestedSettlementFee,
        surplusThreshold: fees.surplusThreshold,
        deadline,
      },
      encodeRoute(route),
      permit,
    ],
  })
}

/** Prefix of a purchase's route. */
const BUYING = '0x01'

/** Encodes the route for the executor. */
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
