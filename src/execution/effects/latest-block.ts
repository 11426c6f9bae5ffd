import { anySignal } from '../../lib/any-signal.ts'
import { sleep } from '../../lib/sleep.ts'
import type { EffectContext } from './types.ts'

const BLOCK_TIMEOUT_MS = 2_000

/** Where the search for what a wallet is asked to send begins. Read before that; the user does not wait long for it. */
export async function latestBlock(
  { chainId }: { chainId: number },
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
