import { getChain } from '../../config/get-chain.ts'
import { SluiceError } from '../../errors/sluice-error.ts'
import { loadRouterCodec } from '../codecs/load-router-codec.ts'
import type { StateOf } from '../machine/types.ts'
import { readOutcome } from '../verification/read-outcome.ts'
import type { Effect } from './types.ts'

/** Waits for the receipt of the swap. Only a receipt counts as success. */
export const watchSwap: Effect<StateOf<'watching'>> = async ({ intent, verified, hash }, context) => {
  const { to, data, value } = verified
  const outcome = await context.chain.watch({
    transaction: { chainId: intent.chainId, from: intent.account, to, data, value, hash },
    signal: context.signal,
    onAwaitingSigners: () => context.emit({ type: 'awaiting-signers' }),
    onUnseen: (isUnseen) => context.emit({ type: 'unseen', isUnseen }),
  })
  if (outcome.kind === 'dropped') throw new SluiceError('TRANSACTION_DROPPED', { txHash: hash })
  if (outcome.kind === 'cancelled') {
    throw new SluiceError('TRANSACTION_CANCELLED', { txHash: outcome.hash ?? hash })
  }
  const { receipt } = outcome
  if (receipt.status === 'reverted') {
    throw new SluiceError('TRANSACTION_REVERTED', { txHash: receipt.hash, details: receipt.revertReason })
  }
  const chain = getChain(context.config(), intent.chainId)
  const codec = await loadRouterCodec(chain.codec)
  const replacedHash = outcome.kind === 'replaced' ? hash : undefined
  return { type: 'settled', outcome: readOutcome({ receipt, intent, router: to, codec, replacedHash }) }
}
