import { anySignal } from '../../lib/any-signal.ts'
import { sleep } from '../../lib/sleep.ts'
import type { SwapIntent } from '../machine/types.ts'
import type { EffectContext } from './types.ts'

const BLOCK_TIMEOUT_MS = 2_000

/** Where the search for a swap without a hash begins. Read before the wallet is asked; the user does not wait long for it. */
export async function latestBlock(
  { chainId }: SwapIntent,
  { chain, signal }: Pick<EffectContext, 'chain' | 'signal'>,
): Promise<bigint | undefined> {
  const answered = new AbortController()
  try {
    const late = sleep(BLOCK_TIMEOUT_MS, anySignal(signal, answered.signal)).catch(() => undefined)
    return (await Promise.race([chain.blockNumber(chainId).catch(() => undefined), late])) ?? undefined
  } finally {
    answered.abort()
  }
}
