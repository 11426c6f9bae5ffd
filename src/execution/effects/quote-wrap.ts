import { wrapCall } from '../../chain/wrap-call.ts'
import { wrapPrice } from '../../chain/wrap-price.ts'
import type { Address } from '../../lib/address.ts'
import type { StateOf } from '../machine/types.ts'
import type { Effect } from './types.ts'

/** The quote of a wrap. It is known without the service: the wrapper exchanges one to one. */
export function quoteWrap(wrapper: Address): Effect<StateOf<'quoting'>> {
  return async ({ intent }) => ({
    type: 'quoted',
    quote: {
      ...wrapPrice(intent),
      calldata: wrapCall(wrapper, intent).data,
      revert: false,
      computationUnits: 0,
      lowBalance: false,
      blockNumber: 0,
    },
    supportId: undefined,
    clockSkewMs: 0,
  })
}
