import { getChain } from '../../config/get-chain.ts'
import type { ResolvedConfig } from '../../config/types.ts'
import { loadRouterCodec } from '../codecs/load-router-codec.ts'
import { type RecordedSwap, verifyRecorded } from '../verification/verify-recorded.ts'
import { requireDecimals } from './read-funds.ts'
import type { EffectContext } from './types.ts'

/**
 * Verifies a stored swap like a quote: its target is pinned, its calldata matches the record, and
 * its amounts have the decimals of the chain. Rejects with a `SluiceError` if anything differs or
 * is unreadable.
 */
export async function verifyRecordedSwap(
  swap: RecordedSwap,
  { chain, config }: Pick<EffectContext, 'chain'> & { config: ResolvedConfig },
): Promise<void> {
  const { chainId, inputToken, outputToken } = swap
  const pinned = getChain(config, chainId)
  verifyRecorded(swap, { chain: pinned, codec: await loadRouterCodec(pinned.codec) })
  await requireDecimals(chain, { chainId, inputToken, outputToken })
}
