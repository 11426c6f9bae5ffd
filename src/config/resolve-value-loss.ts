import { HIGH_VALUE_LOSS_BPS } from '../lib/thresholds.ts'
import { checkFields, checkInteger, optional } from './checks.ts'
import type { ResolvedConfig } from './types.ts'

/** Validates `valueLossBps`: in order, and no limit above its default. A default is lowered to the next given limit. */
export function resolveValueLoss(value: unknown): ResolvedConfig['valueLossBps'] {
  const path = 'valueLossBps'
  const { warn, confirm, block } = checkFields(path, value, ['warn', 'confirm', 'block'])
  const check = (name: string, limit: unknown, max: number) =>
    optional(`${path}.${name}`, limit, (at, given) => checkInteger(at, given, { min: 0, max }))
  const blockBps = check('block', block, 10_000)
  const maxConfirm = Math.min(HIGH_VALUE_LOSS_BPS, blockBps ?? HIGH_VALUE_LOSS_BPS)
  const confirmBps = check('confirm', confirm, maxConfirm) ?? maxConfirm
  return { warn: check('warn', warn, confirmBps) ?? confirmBps, confirm: confirmBps, block: blockBps }
}
