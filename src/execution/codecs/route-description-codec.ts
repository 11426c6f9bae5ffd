import type { ContractFunctionArgs } from 'viem'
import { routeDescriptionAbi } from '../../../wire/abi/route-description.ts'
import { ZERO_ADDRESS } from '../../../wire/lib/address.ts'
import { maximumInput } from '../../../wire/lib/amount.ts'
import type { QuoteResult } from '../../../wire/quote.ts'
import { quotedInput } from '../../lib/purchase.ts'
import type { SwapIntent } from '../machine/types.ts'
import { expectAddress, expectAtLeast, expectAtMost, expectEqual } from './quote-mismatch.ts'
import type { RouterCall, RouterCodec } from './router-codec.ts'
import { isSwapOf, logsOfRouter } from './swap-event.ts'

type SwapArgs = ContractFunctionArgs<typeof routeDescriptionAbi, 'payable', 'swap'>
type RouteDescription = SwapArgs[1]

const BPS = 10_000n

/**
 * The codec of routers that take a description of the route (`route-description`). Loads viem.
 *
 * Such a contract takes exactly `inputAmount` from its caller, measures the increase of its own
 * output balance, and pays the receiver at least `minOutputAmount` or reverts. Of the output above
 * `effectiveOutputAmount` it keeps the routing fee, everything up to `outputAmount`, and the
 * slippage shares of the rest. It has no deadline. The service chooses executor, interactions and
 * `inputReceiver`, and none of them is verified: at worst the minimum is missed, which reverts.
 */
export async function loadRouteDescriptionCodec(): Promise<RouterCodec> {
  const { decodeFunctionData, encodeFunctionData, parseEventLogs } = await import('../../chain/viem.ts')

  function encodeSwap(args: SwapArgs) {
    return encodeFunctionData({ abi: routeDescriptionAbi, functionName: 'swap', args })
  }

  function routeDescriptionCall(...[executor, desc, interactions]: SwapArgs): RouterCall {
    const { inputToken, outputToken, outputReceiver: receiver, partnerAddress: partner } = desc
    return {
      named: { inputToken, outputToken, receiver, partner, deadline: undefined },
      encoded: () => encodeSwap([executor, desc, interactions]),
      maxInputAmount: desc.inputAmount,
      minOutputAmount: desc.minOutputAmount,
      verify: (quote, { intent }) => verifyDescription(desc, quote, intent),
      encode({ maxInputAmount, minOutputAmount }) {
        // The contract takes the whole input, because the interactions are built for it.
        expectAtMost('calldata.inputAmount', maxInputAmount, desc.inputAmount)
        expectAtLeast('calldata.outputAmount', minOutputAmount, desc.outputAmount)
        return encodeSwap([executor, { ...desc, minOutputAmount }, interactions])
      },
    }
  }

  return {
    measuresReceiver: false,
    hasDeadline: false,
    takesPermits: false,
    needsOutputPrice: () => false,
    decode(data) {
      try {
        return routeDescriptionCall(...decodeFunctionData({ abi: routeDescriptionAbi, data }).args)
      } catch {
        return undefined
      }
    },
    readSwap(query) {
      const logs = logsOfRouter(query)
      const events = parseEventLogs({ abi: routeDescriptionAbi, eventName: 'Routed', logs })
      const event = events.find(({ args }) => isSwapOf(query.intent, { ...args, sender: args.userAddress }))
      return event && { inputSpent: event.args.inputAmount, outputReceived: event.args.finalOutputAmount }
    },
  }
}

/** Does not reject a minimum below the agreed one, because `encode` raises it. */
function verifyDescription(desc: RouteDescription, quote: QuoteResult, intent: SwapIntent): void {
  expectAddress('calldata.inputToken', intent.inputToken.address, desc.inputToken)
  expectAddress('calldata.outputToken', intent.outputToken.address, desc.outputToken)
  expectAddress('calldata.outputReceiver', intent.receiver, desc.outputReceiver)
  if (intent.outputAmount === undefined) {
    expectEqual('calldata.inputAmount', intent.inputAmount, desc.inputAmount)
  } else {
    const most = maximumInput(quotedInput(quote), intent.slippageBps)
    expectAtMost('calldata.inputAmount', most, desc.inputAmount)
    expectAtLeast('calldata.effectiveOutputAmount', intent.outputAmount, desc.effectiveOutputAmount)
  }
  expectEqual('calldata.isPermit2', false, desc.isPermit2)
  expectAddress('calldata.partnerAddress', intent.partner?.address ?? ZERO_ADDRESS, desc.partnerAddress)
  expectAtMost('calldata.partnerFee', maxPartnerFee(desc, intent), desc.partnerFee)
  expectAtMost('calldata.routingFee', BigInt(quote.routingFee), desc.routingFee)
  // With shares of at most 100 %, the receiver gets the whole output up to this amount.
  const effectiveOutputAmount = BigInt(quote.effectiveOutputAmount)
  expectAtLeast('calldata.effectiveOutputAmount', effectiveOutputAmount, desc.effectiveOutputAmount)
  expectAtMost('calldata.partnerSurplusShare', BPS, desc.partnerSurplusShare)
  expectAtMost('calldata.partnerSlippageShare', BPS, desc.partnerSlippageShare)
  expectAtMost('calldata.protocolSlippageShare', BPS - desc.partnerSlippageShare, desc.protocolSlippageShare)
}

/**
 * The contract only reports this fee. Implementations differ on whether `outputAmount` is before or
 * after the fee, so the larger result is the limit.
 */
function maxPartnerFee({ outputAmount }: RouteDescription, { partner }: SwapIntent): bigint {
  const feeBps = BigInt(partner?.feeBps ?? 0)
  const remainingBps = BPS - feeBps
  return (outputAmount * feeBps + remainingBps - 1n) / remainingBps
}
