import type { parseEventLogs } from 'viem'
import { type Address, sameAddress } from '../../lib/address.ts'
import type { SwapQuery } from './router-codec.ts'

/** Who and what the event of a router names. */
interface SwapParties {
  sender: Address
  outputReceiver: Address
  inputToken: Address
  outputToken: Address
}

/** The logs of the router itself, as viem parses them. */
export function logsOfRouter({ logs, router }: SwapQuery) {
  const own = logs.filter(({ address }) => sameAddress(address, router))
  // Only address, topics and data are read; the rest of viem's log type is about where it was mined.
  return own as unknown as Parameters<typeof parseEventLogs>[0]['logs']
}

/** Whether an event is about the trade of this intent. */
export function isSwapOf(intent: SwapQuery['intent'], event: SwapParties): boolean {
  return (
    sameAddress(event.sender, intent.account) &&
    sameAddress(event.outputReceiver, intent.receiver) &&
    sameAddress(event.inputToken, intent.inputToken.address) &&
    sameAddress(event.outputToken, intent.outputToken.address)
  )
}
