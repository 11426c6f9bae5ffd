import { MAX_MODULE_IDS, MODULE_ID_PATTERN } from '../wire/limits.ts'
import { checkBoolean, checkFields, optional } from './checks.ts'
import { configError } from './config-error.ts'
import type { RoutingConfig } from './types.ts'

const NAMES = [
  'modulesFilter',
  'modulesDisabled',
  'surgeProtection',
  'fastMode',
] as const satisfies (keyof RoutingConfig)[]

/** Validates `routing`. Fields that are not set stay absent, so that nothing is sent for them. */
export function resolveRouting(path: string, value: unknown): RoutingConfig {
  const { modulesFilter, modulesDisabled, surgeProtection, fastMode } = checkFields(path, value, NAMES)
  const filter = optional(`${path}.modulesFilter`, modulesFilter, checkModules)
  const disabled = optional(`${path}.modulesDisabled`, modulesDisabled, checkModules)
  return {
    ...(filter && { modulesFilter: filter }),
    ...(disabled && { modulesDisabled: disabled }),
    ...(optional(`${path}.surgeProtection`, surgeProtection, checkBoolean) && { surgeProtection: true }),
    ...(optional(`${path}.fastMode`, fastMode, checkBoolean) && { fastMode: true }),
  }
}

function checkModules(path: string, value: unknown): string[] {
  if (!Array.isArray(value) || value.length > MAX_MODULE_IDS) {
    throw configError(path, `a list of at most ${MAX_MODULE_IDS} module ids`, value)
  }
  return value.map((id, index) => {
    if (typeof id !== 'string' || !MODULE_ID_PATTERN.test(id)) {
      throw configError(`${path}[${index}]`, 'a module id as in /liquidity, e.g. "uniswap-v3"', id)
    }
    return id
  })
}
