import { CONFIG_LIMITS } from '../config/defaults.ts'
import type { FixableSetting } from '../config/types.ts'
import { LANGUAGES } from '../i18n/languages.ts'
import { isAddress } from '../lib/address.ts'
import { MAX_BOOKMARK_LABEL, MAX_BOOKMARKS, MAX_RECENT_RECIPIENTS } from '../store/create-settings-store.ts'
import { hostSettings } from '../store/host-settings.ts'
import type { SettingsState } from '../store/types.ts'
import { MAX_MODULE_IDS, MODULE_ID_PATTERN } from '../wire/limits.ts'
import type { Widget } from './types.ts'

type Stored = Partial<Omit<SettingsState, 'isSlippageChosen' | 'slippageReasons'>>
type Check = (value: unknown) => boolean

const isFlag: Check = (value) => typeof value === 'boolean'
const isInteger =
  (min: number, max: number): Check =>
  (value) =>
    Number.isInteger(value) && Number(value) >= min && Number(value) <= max
const isOneOf =
  (values: readonly unknown[]): Check =>
  (value) =>
    values.includes(value)
const isList =
  (max: number, isItem: Check): Check =>
  (value) =>
    Array.isArray(value) && value.length <= max && value.every(isItem)

/** By hand: they are read before the first page has a schema library. */
const STORED: Record<keyof Stored, Check> = {
  slippageBps: isInteger(0, CONFIG_LIMITS.slippageBps),
  isSlippageAuto: isFlag,
  deadlineSeconds: isInteger(CONFIG_LIMITS.minDeadlineSeconds, CONFIG_LIMITS.maxDeadlineSeconds),
  modulesDisabled: isList(MAX_MODULE_IDS, (id) => typeof id === 'string' && MODULE_ID_PATTERN.test(id)),
  hidesSmallBalances: isFlag,
  theme: isOneOf(['light', 'dark', 'system']),
  language: isOneOf(LANGUAGES),
  pauseBeforeSigning: isFlag,
  unlimitedApprovals: isFlag,
  recentRecipients: isList(MAX_RECENT_RECIPIENTS, isAddress),
  bookmarks: isList(MAX_BOOKMARKS, (bookmark) => {
    const { address, label } = Object(bookmark)
    return isAddress(address) && typeof label === 'string' && label.length <= MAX_BOOKMARK_LABEL
  }),
}
const NAMES = Object.keys(STORED) as (keyof Stored)[]

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
  const changed = NAMES.filter(
    (name) =>
      (name === 'slippageBps' && settings.isSlippageChosen) ||
      JSON.stringify(settings[name]) !== JSON.stringify(host[name]),
  )
  return Object.fromEntries(changed.map((name) => [name, settings[name]]))
}

function read(key: string): Stored {
  try {
    const stored = JSON.parse(globalThis.localStorage.getItem(key) ?? '{}')
    const given = NAMES.filter((name) => stored[name] !== undefined)
    if (!given.every((name) => STORED[name](stored[name]))) return {}
    const known: Stored = Object.fromEntries(given.map((name) => [name, stored[name]]))
    const { bookmarks } = known
    return bookmarks
      ? { ...known, bookmarks: bookmarks.map(({ address, label }) => ({ address, label })) }
      : known
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
