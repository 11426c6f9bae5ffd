import type { ParsedPriceRequest } from '../../../src/wire/router.ts'
import type { ChainServiceConfig } from '../../config/types.ts'
import { invalidParameter } from '../../lib/service-error.ts'
import { WRAPPED_NATIVE_MODULE } from '../../modules/wrapped-native/wrapped-native-pool.ts'

/** The modules a request may use, sorted: `modulesFilter` only, and never `modulesDisabled`. */
export function moduleGate(
  { modulesFilter, modulesDisabled }: Pick<ParsedPriceRequest, 'modulesFilter' | 'modulesDisabled'>,
  config: ChainServiceConfig,
): string[] {
  const known = new Set([WRAPPED_NATIVE_MODULE, ...config.sources.map(({ module }) => module)])
  if (modulesFilter.some((id) => !known.has(id))) throw invalidParameter('modulesFilter')
  if (modulesDisabled.some((id) => !known.has(id))) throw invalidParameter('modulesDisabled')
  const wanted = modulesFilter.length > 0 ? modulesFilter : [...known]
  const allowed = new Set(wanted.filter((id) => !modulesDisabled.includes(id)))
  return [...allowed].sort()
}
