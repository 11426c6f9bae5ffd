import { sleep } from '../../../wire/lib/sleep.ts'
import { orUnknown } from '../../errors/report-defect.ts'
import { anySignal } from '../../lib/any-signal.ts'
import type { EffectContext } from './types.ts'

const BLOCK_TIMEOUT_MS = 2_000

/**
 * The block from which a wallet's transaction is searched, read before the request. Undefined after
 * a short timeout.
 */
export async function latestBlock(
  { chainId }: { chainId: number },
  { chain, signal, reportError }: Pick<EffectContext, 'chain' | 'signal' | 'reportError'>,
): Promise<bigint | undefined> {
  const answered = new AbortController()
  try {
    const late = sleep(BLOCK_TIMEOUT_MS, anySignal(signal, answered.signal)).catch(() => undefined)
    return (await Promise.race([orUnknown(chain.blockNumber(chainId), reportError), late])) ?? undefined
  } finally {
    answered.abort()
  }
}
