import type { ResolvedConfig, SwapRequest } from '../../config/types.ts'
import { SluiceError } from '../../errors/sluice-error.ts'
import { hasExpired } from '../../lib/has-expired.ts'
import { askHost } from './ask-host.ts'
import { requireOffered, requireUnverifiedOffered } from './host-rules.ts'
import type { ReplaceContext } from './replace-transaction.ts'

/** A swap whose transaction is to be replaced by an identical one. */
export interface RepeatedSwap {
  request: SwapRequest
  /** Milliseconds since the epoch; undefined without a deadline. */
  deadlineAt: number | undefined
  /** True if neither contract nor simulation verified the received amount when it was signed. */
  isUnverified: boolean
}

/**
 * Checks the host's rules and the deadline before a swap is sent again, as before it was first
 * sent.
 */
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
