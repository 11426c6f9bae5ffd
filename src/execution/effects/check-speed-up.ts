import { isOfferedTrade } from '../../config/token-rules.ts'
import type { ResolvedConfig, SwapRequest } from '../../config/types.ts'
import { SluiceError } from '../../errors/sluice-error.ts'
import { sameAddress } from '../../lib/address.ts'
import { askHost } from './ask-host.ts'
import type { ReplaceContext } from './replace-transaction.ts'

/** A swap that is to be sent again, and its deadline in milliseconds since the epoch; undefined where it has none. */
export interface RepeatedSwap {
  request: SwapRequest
  deadlineAt: number | undefined
}

/** What has to hold before a swap is sent again: the same as before it was sent first. */
export function checkSpeedUp(
  { request, deadlineAt = Number.POSITIVE_INFINITY }: RepeatedSwap,
  { config, signal }: { config: () => ResolvedConfig; signal: AbortSignal },
): NonNullable<ReplaceContext['speedUp']> {
  return {
    ask: () => askHost('onBeforeSwap', request, { config, signal }),
    check() {
      if (!isOfferedTrade(config(), request)) throw new SluiceError('PAIR_NOT_OFFERED')
      if (config().recipient === 'hidden' && !sameAddress(request.account, request.receiver)) {
        throw new SluiceError('HOST_REJECTED', { details: 'other recipients are not allowed any more' })
      }
      if (Date.now() >= deadlineAt) {
        throw new SluiceError('QUOTE_EXPIRED', { details: 'the deadline of the swap has passed' })
      }
    },
  }
}
