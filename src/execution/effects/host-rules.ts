import { sameAddress } from '../../../wire/lib/address.ts'
import { isOfferedTrade } from '../../config/is-offered-trade.ts'
import type { ResolvedConfig } from '../../config/types.ts'
import { SluiceError } from '../../errors/sluice-error.ts'
import { UNLIMITED } from '../../lib/unlimited.ts'
import { isUnverified } from '../machine/is-unverified.ts'
import type { ExecutionState, SwapIntent } from '../machine/types.ts'

export type OfferedSwap = Pick<SwapIntent, 'chainId' | 'account' | 'receiver'> &
  Parameters<typeof isOfferedTrade>[1]

/** Checks the current rules of the host, which may change until the wallet has signed. */
export function checkHostRules(state: ExecutionState, config: ResolvedConfig): void {
  switch (state.stage) {
    case 'approving':
    case 'permitting':
    case 'quoting':
    case 'verifying':
    case 'signing': {
      if (state.stage === 'approving' && state.hash) return
      requireOffered(state.intent, config)
      if ('verified' in state && isUnverified(state.verified)) requireUnverifiedOffered(config)
      const { approvals } = config
      const plan =
        'plan' in state ? state.plan : state.stage === 'signing' ? state.verified.approvals : undefined
      refuse([
        plan?.amount === UNLIMITED && !approvals.unlimited && 'unlimited approvals',
        state.stage === 'signing' && plan !== undefined && !approvals.batches && 'batches',
        state.stage === 'permitting' && !approvals.permits && 'permits',
      ])
    }
  }
}

/**
 * Throws `PAIR_NOT_OFFERED` if the host does not offer the trade, or `HOST_REJECTED` for its
 * recipient.
 */
export function requireOffered(swap: OfferedSwap, config: ResolvedConfig): void {
  if (!isOfferedTrade(config, swap)) throw new SluiceError('PAIR_NOT_OFFERED')
  const isElsewhere = !sameAddress(swap.account, swap.receiver)
  refuse([isElsewhere && config.recipient === 'hidden' && 'other recipients'])
}

/** Throws `HOST_REJECTED` unless the host allows swaps whose received amount is unverified. */
export function requireUnverifiedOffered({ verification }: ResolvedConfig): void {
  refuse([verification !== 'warn' && 'unverified swaps'])
}

/** Throws for the first broken rule. */
function refuse(broken: readonly (string | false)[]): void {
  const [rule] = broken.filter((named) => named !== false)
  if (rule) throw new SluiceError('HOST_REJECTED', { details: `${rule} are not allowed any more` })
}
