import { forChain } from '../../config/per-chain.ts'
import type { SwapIntent } from '../machine/types.ts'
import type { EffectDeps } from './types.ts'

const SIGNERS_SECONDS = 86_400

/**
 * How long the swap may be executed after its quote: as the user chose, else as the host says. Signers of a contract account
 * may take hours: then at least a day, unless the user chose.
 */
export async function getDeadlineSeconds(
  { chainId, account }: SwapIntent,
  { config, chain, wallet }: Pick<EffectDeps, 'config' | 'chain' | 'wallet'>,
): Promise<number> {
  const { deadlineSeconds, hasOwnDeadline } = config()
  const seconds = forChain(deadlineSeconds, chainId)
  if (hasOwnDeadline || seconds >= SIGNERS_SECONDS) return seconds
  const read = () => chain.accountActivity({ chainId, account })
  const activity = await read()
    .catch(read)
    .catch(() => undefined)
  // A node alone could let any swap wait for a day.
  return activity?.isContract && (await wallet.isContract(account)) ? SIGNERS_SECONDS : seconds
}
