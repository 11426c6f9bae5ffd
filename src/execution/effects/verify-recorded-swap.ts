import { getChain } from '../../config/get-chain.ts'
import type { ResolvedConfig } from '../../config/types.ts'
import { loadRouterCodec } from '../codecs/load-router-codec.ts'
import { type RecordedSwap, verifyRecorded } from '../verification/verify-recorded.ts'
import { requireDecimals } from './read-funds.ts'
import type { EffectContext } from './types.ts'

/**
 * Verifies a stored swap like a quote: its target is pinned, its calldata matches the record, and
 * its amounts have the decimals of the chain. Resolves to false if no codec reads the calldata.
 * Rejects with a `SluiceError` if anything differs.
 */
export async function verifyRecordedSwap(
  swap: RecordedSwap,
  { chain, config }: Pick<EffectContext, 'chain'> & { config: ResolvedConfig },
): Promise<boolean> {
  const { chainId, inputToken, outputToken } = swap
  const pinned = getChain(config, chainId)
  const isVerified = verifyRecorded(swap, { chain: pinned, codec: await loadRouterCodec(pinned.codec) })
  await requireDecimals(chain, { chainId, inputToken, outputToken })
  return isVerified
}
