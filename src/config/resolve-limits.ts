import { HIGH_IMPACT_BPS, HIGH_VALUE_LOSS_BPS, NOTICEABLE_IMPACT_BPS } from '../lib/thresholds.ts'
import { checkAddress, checkFields, checkInteger, checkObject, optional } from './checks.ts'
import { CONFIG_DEFAULTS, CONFIG_LIMITS } from './defaults.ts'
import { resolveByChain, resolvePerChain } from './per-chain.ts'
import type { ResolvedChain, ResolvedConfig } from './types.ts'

/** Validates `valueLossBps`: in order, and no limit above its default. A default is lowered to the next given limit. */
export function resolveValueLoss(path: string, value: unknown): ResolvedConfig['valueLossBps'] {
  const { warn, confirm, block } = checkFields(path, value, ['warn', 'confirm', 'block'])
  const check = (name: string, limit: unknown, max: number) =>
    optional(`${path}.${name}`, limit, (at, given) => checkInteger(at, given, { min: 0, max }))
  const blockBps = check('block', block, 10_000)
  const maxConfirm = Math.min(HIGH_VALUE_LOSS_BPS, blockBps ?? HIGH_VALUE_LOSS_BPS)
  const confirmBps = check('confirm', confirm, maxConfirm) ?? maxConfirm
  return { warn: check('warn', warn, confirmBps) ?? confirmBps, confirm: confirmBps, block: blockBps }
}

/** Validates `impactBps`: in order, and no threshold above the default of `high`. */
export function resolveImpact(path: string, value: unknown): ResolvedConfig['impactBps'] {
  const { notice, high } = checkFields(path, value, ['notice', 'high'])
  const check = (name: string, limit: unknown, max: number) =>
    optional(`${path}.${name}`, limit, (at, given) => checkInteger(at, given, { min: 1, max }))
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
  const min = low === undefined ? 0 : checkInteger(`${path}.min`, low, { min: 0, max: limit })
  const max = high === undefined ? limit : checkInteger(`${path}.max`, high, { min, max: limit })
  const fallback = Math.min(Math.max(CONFIG_DEFAULTS.slippageBps, min), max)
  return {
    slippageBps: resolvePerChain('slippageBps', slippageBps, {
      chains,
      fallback,
      check: (at, value) => checkInteger(at, value, { min, max }),
    }),
    slippageBoundsBps: { min, max },
  }
}

/** Validates the partner, one for all chains or one for each. */
export function resolvePartner(
  path: string,
  value: unknown,
  chains: readonly ResolvedChain[],
): ResolvedConfig['partner'] {
  const partner = optional(path, value, checkObject) ?? {}
  if (!('address' in partner) && !('feeBps' in partner)) {
    return resolveByChain(path, partner, { chains, check: checkPartner })
  }
  const checked = checkPartner(path, partner)
  return Object.fromEntries(chains.map(({ id }) => [id, checked]))
}

function checkPartner(path: string, value: unknown): ResolvedConfig['partner'][number] {
  const partner = checkFields(path, value, ['address', 'feeBps'])
  return {
    address: checkAddress(`${path}.address`, partner.address),
    feeBps: checkInteger(`${path}.feeBps`, partner.feeBps, { min: 0, max: CONFIG_LIMITS.partnerFeeBps }),
  }
}
