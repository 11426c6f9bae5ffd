import { MAX_MODULE_IDS } from '../../wire/limits.ts'
import type { ResolvedConfig } from '../config/types.ts'
import { ownFields } from '../lib/own-fields.ts'
import type { SettingsState } from './types.ts'

/** Applies the user's deadline and liquidity modules to the config. */
export function withSettings(
  config: ResolvedConfig,
  { deadlineSeconds, modulesDisabled }: Pick<SettingsState, 'deadlineSeconds' | 'modulesDisabled'>,
): ResolvedConfig & { hasOwnDeadline: boolean } {
  const { routing } = config
  const disabled = [...new Set([...(routing.modulesDisabled ?? []), ...modulesDisabled])]
  return {
    ...config,
    deadlineSeconds: deadlineSeconds ?? config.deadlineSeconds,
    hasOwnDeadline: deadlineSeconds !== undefined,
    routing:
      modulesDisabled.length > 0
        ? ownFields({ ...routing, modulesDisabled: disabled.slice(0, MAX_MODULE_IDS) })
        : routing,
  }
}
