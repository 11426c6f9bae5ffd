import { isOfferedTrade } from '../../config/token-rules.ts'
import type { ResolvedConfig } from '../../config/types.ts'
import { SluiceError } from '../../errors/sluice-error.ts'
import { sameAddress } from '../../lib/address.ts'
import { UNLIMITED } from '../../lib/unlimited.ts'
import type { ExecutionState, SwapIntent, VerifiedQuote } from '../machine/types.ts'

/** The parts of a swap that decide whether the host offers it. */
export type OfferedSwap = Pick<SwapIntent, 'chainId' | 'account' | 'receiver'> &
  Parameters<typeof isOfferedTrade>[1]

/** The host may change its rules while a swap runs: they hold until the wallet has signed. */
export function checkHostRules(state: ExecutionState, config: ResolvedConfig): void {
  switch (state.stage) {
    case 'approving':
    case 'permitting':
    case 'quoting':
    case 'verifying':
    case 'signing': {
      if (state.stage === 'approving' && state.hash) return
      requireOffered(state.intent, config)
      const { approvals, verification } = config
      const plan =
        'plan' in state ? state.plan : state.stage === 'signing' ? state.verified.approvals : undefined
      const isUnsure = 'verified' in state && isUnverified(state.verified)
      refuse([
        isUnsure && verification !== 'warn' && 'unverified swaps',
        plan?.amount === UNLIMITED && !approvals.unlimited && 'unlimited approvals',
        state.stage === 'signing' && plan !== undefined && !approvals.batches && 'batches',
        state.stage === 'permitting' && !approvals.permits && 'permits',
      ])
    }
  }
}

/** Throws where the host does not offer a swap (any more): `PAIR_NOT_OFFERED`, or `HOST_REJECTED` for its recipient. */
export function requireOffered(swap: OfferedSwap, config: ResolvedConfig): void {
  if (!isOfferedTrade(config, swap)) throw new SluiceError('PAIR_NOT_OFFERED')
  const isElsewhere = !sameAddress(swap.account, swap.receiver)
  refuse([isElsewhere && config.recipient === 'hidden' && 'other recipients'])
}

/** Whether neither the contract nor a simulation says what is received: only `verification: 'warn'` allows it. */
export function isUnverified({
  simulation,
  measuresReceiver,
}: Pick<VerifiedQuote, 'simulation' | 'measuresReceiver'>): boolean {
  return simulation === undefined && !measuresReceiver
}

/** Throws for the first rule that is broken. */
function refuse(broken: readonly (string | false)[]): void {
  const [rule] = broken.filter((named) => named !== false)
  if (rule) throw new SluiceError('HOST_REJECTED', { details: `${rule} are not allowed any more` })
}
