import { HIGH_IMPACT_BPS, HIGH_VALUE_LOSS_BPS, NOTICEABLE_IMPACT_BPS } from '../lib/thresholds.ts'
import { checkAddress, checkFields, checkObject, integer, object, optionally, or } from './checks.ts'
import { CONFIG_DEFAULTS, CONFIG_LIMITS } from './defaults.ts'
import { resolveByChain, resolvePerChain } from './per-chain.ts'
import type { ResolvedChain, ResolvedConfig } from './types.ts'

/** Validates `valueLossBps`: in order, and no limit above its default. A default is lowered to the next given limit. */
export function resolveValueLoss(path: string, value: unknown): ResolvedConfig['valueLossBps'] {
  const { warn, confirm, block } = checkFields(path, value, ['warn', 'confirm', 'block'])
  const check = (name: string, limit: unknown, max: number) =>
    optionally(integer(0, max))(`${path}.${name}`, limit)
  const blockBps = check('block', block, 10_000)
  const maxConfirm = Math.min(HIGH_VALUE_LOSS_BPS, blockBps ?? HIGH_VALUE_LOSS_BPS)
  const confirmBps = check('confirm', confirm, maxConfirm) ?? maxConfirm
  return { warn: check('warn', warn, confirmBps) ?? confirmBps, confirm: confirmBps, block: blockBps }
}

/** Validates `impactBps`: in order, and no threshold above the default of `high`. */
export function resolveImpact(path: string, value: unknown): ResolvedConfig['impactBps'] {
  const { notice, high } = checkFields(path, value, ['notice', 'high'])
  const check = (name: string, limit: unknown, max: number) =>
    optionally(integer(1, max))(`${path}.${name}`, limit)
  const highBps = check('high', high, HIGH_IMPACT_BPS) ?? HIGH_IMPACT_BPS
  const noticeBps = check('notice', notice, highBps) ?? Math.min(NOTICEABLE_IMPACT_BPS, highBps)
  return { notice: noticeBps, high: highBps }
}

/** Validates the default slippage of each chain, and the bounds within which a person may choose. */
export function resolveSlippage(
  { slippageBps, slippageBoundsBps }: Record<string, unknown>,
  chains: readonly ResolvedChain[],
): Pick<ResolvedConfig, 'slippageBps' | 'slippageBoundsBps'> {
  const path = 'slippageBoundsBps'
  const { min: low, max: high } = checkFields(path, slippageBoundsBps, ['min', 'max'])
  const limit = CONFIG_LIMITS.slippageBps
  const min = or(integer(0, limit), 0)(`${path}.min`, low)
  const max = or(integer(min, limit), limit)(`${path}.max`, high)
  return {
    slippageBps: resolvePerChain('slippageBps', slippageBps, {
      chains,
      fallback: Math.min(Math.max(CONFIG_DEFAULTS.slippageBps, min), max),
      check: integer(min, max),
    }),
    slippageBoundsBps: { min, max },
  }
}

const checkPartner = object({ address: checkAddress, feeBps: integer(0, CONFIG_LIMITS.partnerFeeBps) })

/** Validates the partner, one for all chains or one for each. */
export function resolvePartner(value: unknown, chains: readonly ResolvedChain[]): ResolvedConfig['partner'] {
  const partner = or(checkObject, {})('partner', value)
  if (!('address' in partner) && !('feeBps' in partner)) {
    return resolveByChain('partner', partner, { chains, check: checkPartner })
  }
  const checked = checkPartner('partner', partner)
  return Object.fromEntries(chains.map(({ id }) => [id, checked]))
}
