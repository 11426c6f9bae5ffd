import type { Call } from '../../chain/types.ts'
import { rethrowDefect } from '../../errors/report-defect.ts'
import { SluiceError } from '../../errors/sluice-error.ts'
import type { SwapIntent } from '../machine/types.ts'
import type { EffectContext } from './types.ts'

/** Margin above the estimate: pools may use more gas in a later block than in the estimated one. */
const GAS_MARGIN_PERCENT = 130n

/** The gas limit of a call: an estimate on the pending block plus a margin. */
export async function gasLimit(
  { to, data, value }: Call,
  { chainId, account: from }: Pick<SwapIntent, 'chainId' | 'account'>,
  { chain }: Pick<EffectContext, 'chain'>,
): Promise<bigint> {
  return withMargin(await chain.estimateGas({ chainId, from, to, data, value }))
}

export function withMargin(gas: bigint): bigint {
  return (gas * GAS_MARGIN_PERCENT) / 100n
}

/** Throws `UNVERIFIABLE` for a gas limit above `max` plus the gas that nodes add for calldata. */
export async function requireGasAtMost(
  limit: bigint,
  max: bigint,
  readDataGas: () => Promise<bigint>,
): Promise<void> {
  if (limit <= max) return
  if (limit <= max + withMargin((await readDataGas().catch(rethrowDefect)) ?? 0n)) return
  throw new SluiceError('UNVERIFIABLE', { details: `gas: at most ${max} expected, ${limit} estimated` })
}
