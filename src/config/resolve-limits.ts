import {
  HIGH_IMPACT_BPS,
  HIGH_VALUE_LOSS_BPS,
  MAX_VALUE_LOSS_BPS,
  NOTICEABLE_IMPACT_BPS,
} from '../lib/thresholds.ts'
import { checkAddress, checkFields, checkObject, integer, object, optionally } from './checks.ts'
import { CONFIG_DEFAULTS, CONFIG_LIMITS } from './defaults.ts'
import { resolveByChain, resolvePerChain } from './per-chain.ts'
import type { ResolvedChain, ResolvedConfig } from './types.ts'

/**
 * Validates `valueLossBps`: ascending, up to `MAX_VALUE_LOSS_BPS`. A default is lowered to the next
 * given limit.
 */
export function resolveValueLoss(path: string, value: unknown): ResolvedConfig['valueLossBps'] {
  const limit = readLimits(path, value, ['warn', 'confirm', 'block'])
  const block = limit('block', 0, 10_000)
  const maxConfirm = Math.min(MAX_VALUE_LOSS_BPS, block ?? MAX_VALUE_LOSS_BPS)
  const confirm = limit('confirm', 0, maxConfirm) ?? Math.min(HIGH_VALUE_LOSS_BPS, maxConfirm)
  return { warn: limit('warn', 0, confirm) ?? confirm, confirm, block }
}

/** Validates `impactBps`: ascending, and no threshold above the default of `high`. */
export function resolveImpact(path: string, value: unknown): ResolvedConfig['impactBps'] {
  const limit = readLimits(path, value, ['notice', 'high'])
  const high = limit('high', 1, HIGH_IMPACT_BPS) ?? HIGH_IMPACT_BPS
  return { notice: limit('notice', 1, high) ?? Math.min(NOTICEABLE_IMPACT_BPS, high), high }
}

/** Validates the default slippage of each chain, and the bounds of the user's choice. */
export function resolveSlippage(
  { slippageBps, slippageBoundsBps }: Record<string, unknown>,
  chains: readonly ResolvedChain[],
): Pick<ResolvedConfig, 'slippageBps' | 'slippageBoundsBps'> {
  const most = CONFIG_LIMITS.slippageBps
  const limit = readLimits('slippageBoundsBps', slippageBoundsBps, ['min', 'max'])
  const min = limit('min', 0, most) ?? 0
  const max = limit('max', min, most) ?? most
  return {
    slippageBps: resolvePerChain('slippageBps', slippageBps, {
      chains,
      fallback: Math.min(Math.max(CONFIG_DEFAULTS.slippageBps, min), max),
      check: integer(min, max),
    }),
    slippageBoundsBps: { min, max },
  }
}

/**
 * Reads limits of an object in order, because each may depend on another: whole numbers from `min`
 * to `max`, or undefined.
 */
function readLimits(path: string, value: unknown, names: readonly string[]) {
  const given = checkFields(path, value, names)
  return (name: string, min: number, max: number) =>
    optionally(integer(min, max))(`${path}.${name}`, given[name])
}

const checkPartner = object({ address: checkAddress, feeBps: integer(0, CONFIG_LIMITS.partnerFeeBps) })

/** Validates the partner, one for all chains or one for each. */
export function resolvePartner(value: unknown, chains: readonly ResolvedChain[]): ResolvedConfig['partner'] {
  const partner = checkObject('partner', value === undefined ? {} : value)
  if (!('address' in partner) && !('feeBps' in partner)) {
    return resolveByChain('partner', partner, { chains, check: checkPartner })
  }
  const checked = checkPartner('partner', partner)
  return Object.fromEntries(chains.map(({ id }) => [id, checked]))
}
