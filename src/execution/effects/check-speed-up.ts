import type { ResolvedConfig, SwapRequest } from '../../config/types.ts'
import { SluiceError } from '../../errors/sluice-error.ts'
import { hasExpired } from '../../lib/has-expired.ts'
import { askHost } from './ask-host.ts'
import { requireOffered, requireUnverifiedOffered } from './host-rules.ts'
import type { ReplaceContext } from './replace-transaction.ts'

/** A swap that is to be sent again. */
export interface RepeatedSwap {
  request: SwapRequest
  /** Milliseconds since the epoch; undefined where it has none. */
  deadlineAt: number | undefined
  /** Whether nothing said what is received when it was signed. */
  isUnverified: boolean
}

/** What has to hold before a swap is sent again: the same as before it was sent first. */
export function checkSpeedUp(
  { request, deadlineAt, isUnverified }: RepeatedSwap,
  { config, signal }: { config: () => ResolvedConfig; signal: AbortSignal },
): NonNullable<ReplaceContext['speedUp']> {
  return {
    ask: () => askHost('onBeforeSwap', request, { config, signal }),
    check() {
      requireOffered(request, config())
      if (isUnverified) requireUnverifiedOffered(config())
      if (hasExpired({ deadlineAt })) {
        throw new SluiceError('QUOTE_EXPIRED', { details: 'the deadline of the swap has passed' })
      }
    },
  }
}
