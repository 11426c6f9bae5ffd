import * as v from 'valibot'
import { CONFIG_LIMITS } from '../config/defaults.ts'
import type { FixableSetting } from '../config/types.ts'
import { LANGUAGES } from '../i18n/languages.ts'
import { type Address, isAddress } from '../lib/address.ts'
import { MAX_BOOKMARK_LABEL, MAX_BOOKMARKS, MAX_RECENT_RECIPIENTS } from '../store/create-settings-store.ts'
import { hostSettings } from '../store/host-settings.ts'
import type { SettingsState } from '../store/types.ts'
import { MAX_MODULE_IDS, MODULE_ID_PATTERN } from '../wire/limits.ts'
import type { Widget } from './types.ts'

const integer = (min: number, max: number) =>
  v.optional(v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max)))
const address = v.custom<Address>(isAddress)
const flag = v.optional(v.boolean())

const storedSchema = v.object({
  slippageBps: integer(0, CONFIG_LIMITS.slippageBps),
  isSlippageAuto: flag,
  deadlineSeconds: integer(CONFIG_LIMITS.minDeadlineSeconds, CONFIG_LIMITS.maxDeadlineSeconds),
  modulesDisabled: v.optional(
    v.pipe(v.array(v.pipe(v.string(), v.regex(MODULE_ID_PATTERN))), v.maxLength(MAX_MODULE_IDS)),
  ),
  hidesSmallBalances: flag,
  theme: v.optional(v.picklist(['light', 'dark', 'system'])),
  language: v.optional(v.picklist(LANGUAGES)),
  pauseBeforeSigning: flag,
  unlimitedApprovals: flag,
  recentRecipients: v.optional(v.pipe(v.array(address), v.maxLength(MAX_RECENT_RECIPIENTS))),
  bookmarks: v.optional(
    v.pipe(
      v.array(v.object({ address, label: v.pipe(v.string(), v.maxLength(MAX_BOOKMARK_LABEL)) })),
      v.maxLength(MAX_BOOKMARKS),
    ),
  ),
})

type Stored = v.InferOutput<typeof storedSchema>

/**
 * Persists the settings that differ from the host's config, and the recipients, unless the host hides the settings.
 * Those that the host fixed are ignored, and so is blocked storage. Returns the unsubscribe function.
 */
export function keepSettings({
  settings,
  config,
  form,
}: Pick<Widget, 'settings' | 'config' | 'form'>): () => void {
  const key = `sluice:${config.getState().storageKey}:settings`
  const ofHost = () => hostSettings(config.getState(), form.getState().inputChainId)
  let stopWriting: (() => void) | undefined
  const follow = () => {
    const { slippageBoundsBps, hidden, fixedSettings } = config.getState()
    const isHidden = hidden.includes('settings')
    if (isHidden && stopWriting) {
      stopWriting()
      stopWriting = undefined
      settings.setState(ofHost())
    }
    if (isHidden || stopWriting) return
    const { slippageBps, ...stored } = withoutFixed(read(key), fixedSettings)
    const { min, max } = slippageBoundsBps
    settings.setState({
      ...stored,
      ...(slippageBps !== undefined && {
        slippageBps: Math.min(Math.max(slippageBps, min), max),
        isSlippageChosen: true,
      }),
    })
    stopWriting = settings.subscribe((now) => write(key, changedSettings(now, ofHost())))
  }
  follow()
  const unsubscribe = config.subscribe(follow)
  return () => {
    unsubscribe()
    stopWriting?.()
  }
}

function withoutFixed(stored: Stored, fixed: readonly FixableSetting[]): Partial<SettingsState> {
  const ignored: readonly string[] = fixed.includes('slippageBps') ? [...fixed, 'isSlippageAuto'] : fixed
  return Object.fromEntries(Object.entries(stored).filter(([name]) => !ignored.includes(name)))
}

function changedSettings(settings: SettingsState, host: SettingsState): Partial<SettingsState> {
  const names = Object.keys(storedSchema.entries) as (keyof Stored)[]
  const changed = names.filter(
    (name) =>
      (name === 'slippageBps' && settings.isSlippageChosen) ||
      JSON.stringify(settings[name]) !== JSON.stringify(host[name]),
  )
  return Object.fromEntries(changed.map((name) => [name, settings[name]]))
}

function read(key: string): Stored {
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
