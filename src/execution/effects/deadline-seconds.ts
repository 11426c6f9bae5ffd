import { forChain } from '../../config/per-chain.ts'
import { orUnknown } from '../../errors/report-defect.ts'
import type { SwapIntent } from '../machine/types.ts'
import type { EffectDeps } from './types.ts'

const SIGNERS_SECONDS = 86_400

/**
 * The time from quote to deadline: the user's choice, otherwise the host's setting. Signers of a
 * contract account may take hours, so its deadline is at least a day unless the user chose one.
 */
export async function getDeadlineSeconds(
  { chainId, account }: SwapIntent,
  { config, chain, wallet, reportError }: Pick<EffectDeps, 'config' | 'chain' | 'wallet' | 'reportError'>,
): Promise<number> {
  const { deadlineSeconds, hasOwnDeadline } = config()
  const seconds = forChain(deadlineSeconds, chainId)
  if (hasOwnDeadline || seconds >= SIGNERS_SECONDS) return seconds
  const read = () => chain.accountActivity({ chainId, account })
  const activity = await orUnknown(read().catch(read), reportError)
  // The wallet has to confirm it: a single node could otherwise give any swap a deadline of a day.
  return activity?.isContract && (await wallet.isContract(account)) ? SIGNERS_SECONDS : seconds
}
