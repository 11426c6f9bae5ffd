import { settlementAbi } from '../abi/settlement.ts'
import type { Address, Hex } from '../lib/address.ts'
import type { Log } from './ports.ts'
import type { SwapIntent } from './types.ts'

/** The promises of a settlement call. Amounts are base units. */
export interface SettlementTrade {
  inputToken: Address
  outputToken: Address
  inputAmount: bigint
  minOutputAmount: bigint
  outputReceiver: Address
  partner: Address
  partnerFeeBps: bigint
  settlementFee: bigint
  surplusThreshold: bigint
  /** Unix seconds. */
  deadline: bigint
}

export interface SettlementCall {
  trade: SettlementTrade
  route: Hex
  permit: Hex
}

/** Reads and writes the calldata of the settlement contract, and reads its receipts. */
export interface SettlementCodec {
  /** Undefined when the data is not a `swap` call. */
  decode(data: Hex): SettlementCall | undefined
  encode(call: SettlementCall): Hex
  /** What the `Swapped` event of `router` says about the trade of an intent; undefined when there is none. */
  readSwapped(query: {
    logs: readonly Log[]
    router: Address
    intent: Pick<SwapIntent, 'account' | 'receiver' | 'inputToken' | 'outputToken'>
  }): { inputSpent: bigint; outputReceived: bigint } | undefined
}

/** Loads viem, which execution needs anyway. */
export async function loadSettlementCodec(): Promise<SettlementCodec> {
  const { decodeFunctionData, encodeFunctionData, isAddressEqual, parseEventLogs } = await import('viem')
  return {
    decode(data) {
      try {
        const { functionName, args } = decodeFunctionData({ abi: settlementAbi, data })
        if (functionName !== 'swap') return undefined
        const [trade, route, permit] = args
        return { trade, route, permit }
      } catch {
        return undefined
      }
    },
    encode({ trade, route, permit }) {
      return encodeFunctionData({ abi: settlementAbi, functionName: 'swap', args: [trade, route, permit] })
    },
    readSwapped({ logs, router, intent }) {
      const own = logs.filter((log) => isAddressEqual(log.address, router))
      // Only address, topics and data are read; the rest of viem's log type is about where it was mined.
      const events = parseEventLogs({
        abi: settlementAbi,
        eventName: 'Swapped',
        logs: own as unknown as Parameters<typeof parseEventLogs>[0]['logs'],
      })
      return events.find(
        ({ args }) =>
          isAddressEqual(args.sender, intent.account) &&
          isAddressEqual(args.outputReceiver, intent.receiver) &&
          isAddressEqual(args.inputToken, intent.inputToken.address) &&
          isAddressEqual(args.outputToken, intent.outputToken.address),
      )?.args
    },
  }
}
