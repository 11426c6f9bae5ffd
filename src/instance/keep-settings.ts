import * as v from 'valibot'
import { CONFIG_LIMITS } from '../config/defaults.ts'
import { forChain } from '../config/per-chain.ts'
import { type Address, isAddress } from '../lib/address.ts'
import { MAX_RECENT_RECIPIENTS } from '../store/create-settings-store.ts'
import type { SettingsState } from '../store/types.ts'
import type { Widget } from './types.ts'

const storedSchema = v.object({
  slippageBps: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(CONFIG_LIMITS.slippageBps)),
  ),
  theme: v.optional(v.picklist(['light', 'dark', 'system'])),
  pauseBeforeSigning: v.optional(v.boolean()),
  unlimitedApprovals: v.optional(v.boolean()),
  recentRecipients: v.optional(
    v.pipe(v.array(v.custom<Address>(isAddress)), v.maxLength(MAX_RECENT_RECIPIENTS)),
  ),
})

/**
 * Persists the settings that differ from the host's config, and the recent recipients, unless the host hides the settings.
 * Blocked storage is ignored. Returns the unsubscribe function.
 */
export function keepSettings({
  settings,
  config,
  form,
}: Pick<Widget, 'settings' | 'config' | 'form'>): () => void {
  const { storageKey, slippageBoundsBps, hidden } = config.getState()
  if (hidden.includes('settings')) return () => {}
  const key = `sluice:${storageKey}:settings`
  const stored = read(key)
  if (stored.slippageBps !== undefined) {
    const { min, max } = slippageBoundsBps
    settings.setState({ slippageBps: Math.min(Math.max(stored.slippageBps, min), max) })
  }
  const { slippageBps: _, ...others } = stored
  settings.setState(others as Partial<SettingsState>)
  return settings.subscribe((now) => {
    const { theme, slippageBps, pauseBeforeSigning } = config.getState()
    const host = {
      theme,
      pauseBeforeSigning,
      unlimitedApprovals: false,
      slippageBps: forChain(slippageBps, form.getState().inputChainId),
    }
    write(key, changedSettings(now, host))
  })
}

type HostSettings = Pick<SettingsState, 'slippageBps' | 'theme' | 'pauseBeforeSigning' | 'unlimitedApprovals'>

function changedSettings(settings: SettingsState, host: HostSettings): Partial<SettingsState> {
  const names = Object.keys(host) as (keyof HostSettings)[]
  return {
    ...Object.fromEntries(
      names.filter((name) => settings[name] !== host[name]).map((name) => [name, settings[name]]),
    ),
    ...(settings.recentRecipients.length > 0 && { recentRecipients: settings.recentRecipients }),
  }
}

function read(key: string): v.InferOutput<typeof storedSchema> {
  try {
    return v.parse(storedSchema, JSON.parse(globalThis.localStorage.getItem(key) ?? '{}'))
  } catch {
    return {}
  }
}

function write(key: string, choices: Partial<SettingsState>): void {
  try {
    if (Object.keys(choices).length === 0) globalThis.localStorage.removeItem(key)
    else globalThis.localStorage.setItem(key, JSON.stringify(choices))
  } catch {
    // Storage blocked: settings are not persisted.
  }
}
