import type { Hex } from '../../../wire/lib/address.ts'
import { TYPICAL_APPROVAL_GAS } from '../../chain/approve-call.ts'
import { APPROVAL_GAS_FACTOR } from '../../lib/thresholds.ts'
import { type Allowance, type AllowanceContext, sendApproval, watchApproval } from './allowance.ts'
import { latestBlock } from './latest-block.ts'

/**
 * Removes an allowance: switches the wallet to its chain, requests an approval of 0, and resolves
 * to the hash once the chain returns 0. `onSent` is called when the wallet has signed. Rejects with
 * a `SluiceError`.
 */
export async function revoke(
  approval: Omit<Allowance, 'amount'>,
  { onSent, ...context }: AllowanceContext & { onSent: (hash: Hex) => void },
): Promise<Hex> {
  const { wallet, signal } = context
  const current = await wallet.readChainId()
  signal.throwIfAborted()
  if (current !== approval.chainId) await wallet.switchChain(approval.chainId)
  const removed = { ...approval, amount: 0n }
  const since = await latestBlock(approval, context)
  const maxGas = TYPICAL_APPROVAL_GAS * APPROVAL_GAS_FACTOR
  const hash = await sendApproval(removed, { maxGas, since }, context)
  onSent(hash)
  return (await watchApproval(removed, { hash, since }, context)).hash
}
