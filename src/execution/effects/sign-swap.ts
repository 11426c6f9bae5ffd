import type { StateOf } from '../machine/types.ts'
import { sendCall } from './send-call.ts'
import type { Effect } from './types.ts'

/** Asks the wallet to sign and send exactly the call that was verified. */
export const signSwap: Effect<StateOf<'signing'>> = async ({ intent, verified }, context) => {
  const { gas, freshUntil } = verified
  return { type: 'sent', hash: await sendCall(verified, { gas: gas.limit, freshUntil }, intent, context) }
}
