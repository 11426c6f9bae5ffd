import { MAX_MODULE_IDS, MODULE_ID_PATTERN } from '../../wire/limits.ts'
import { ownFields } from '../lib/own-fields.ts'
import { type Check, checkBoolean, listOf, matching, object, optionally } from './checks.ts'
import type { RoutingConfig } from './types.ts'

export const checkModules = listOf(
  `a list of at most ${MAX_MODULE_IDS} module ids`,
  matching('a module id as in /liquidity, e.g. "uniswap-v3"', MODULE_ID_PATTERN),
  { max: MAX_MODULE_IDS },
)

const checkRouting = object({
  modulesFilter: optionally(checkModules),
  modulesDisabled: optionally(checkModules),
  surgeProtection: optionally(checkBoolean),
  fastMode: optionally(checkBoolean),
} satisfies Record<keyof RoutingConfig, Check<unknown>>)

/** Validates `routing`. Unset fields stay absent, so that the request omits them. */
export function resolveRouting(path: string, value: unknown = {}): RoutingConfig {
  const set = Object.entries(checkRouting(path, value)).filter(([, chosen]) => chosen)
  return ownFields(Object.fromEntries(set))
}
