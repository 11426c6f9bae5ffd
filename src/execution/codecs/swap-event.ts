import type { parseEventLogs } from 'viem'
import { type Address, sameAddress } from '../../../wire/lib/address.ts'
import type { SwapQuery } from './router-codec.ts'

interface SwapParties {
  sender: Address
  outputReceiver: Address
  inputToken: Address
  outputToken: Address
}

/** Returns the logs emitted by the router, typed for viem's `parseEventLogs`. */
export function logsOfRouter({ logs, router }: SwapQuery) {
  const own = logs.filter(({ address }) => sameAddress(address, router))
  // Only address, topics and data are read; the other fields of viem's log type are not available.
  return own as unknown as Parameters<typeof parseEventLogs>[0]['logs']
}

/** True if an event belongs to the trade of this intent. */
export function isSwapOf(intent: SwapQuery['intent'], event: SwapParties): boolean {
  return (
    sameAddress(event.sender, intent.account) &&
    sameAddress(event.outputReceiver, intent.receiver) &&
    sameAddress(event.inputToken, intent.inputToken.address) &&
    sameAddress(event.outputToken, intent.outputToken.address)
  )
}
