import type { Call } from '../../chain/types.ts'
import { SluiceError } from '../../errors/sluice-error.ts'
import type { SwapIntent } from '../machine/types.ts'
import type { EffectContext } from './types.ts'

/** Room above the estimate: pools do more work in a later block than in the one that was estimated. */
const GAS_MARGIN_PERCENT = 130n

/** The gas limit to ask of the wallet for a call: an estimate on the pending block, with room. */
export async function gasLimit(
  { to, data, value }: Call,
  { chainId, account: from }: SwapIntent,
  { chain }: Pick<EffectContext, 'chain'>,
): Promise<bigint> {
  return withMargin(await chain.estimateGas({ chainId, from, to, data, value }))
}

export function withMargin(gas: bigint): bigint {
  return (gas * GAS_MARGIN_PERCENT) / 100n
}

/** Rejects a limit that no honest node asks for; nothing is bounded where nothing was simulated. */
export function requireGasAtMost(limit: bigint, most: bigint | undefined): void {
  if (most === undefined || limit <= most) return
  throw new SluiceError('UNVERIFIABLE', { details: `gas: at most ${most} expected, ${limit} estimated` })
}
