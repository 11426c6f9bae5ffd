import { plainText } from '../../wire/lib/plain-text.ts'
import {
  type Check,
  checkAddress,
  checkBoolean,
  checkEach,
  checkObject,
  createCheck,
  integer,
  listOf,
  oneOf,
} from '../config/checks.ts'
import { CONFIG_LIMITS } from '../config/defaults.ts'
import { checkTheme } from '../config/field-checks.ts'
import { checkModules } from '../config/resolve-routing.ts'
import type { ResolvedConfig } from '../config/types.ts'
import { LANGUAGES } from '../i18n/languages.ts'
import { stringifyJson } from '../lib/stringify-json.ts'
import { MAX_CHOSEN_DEADLINE_SECONDS } from '../lib/thresholds.ts'
import { hostSettings } from '../store/host-settings.ts'
import { MAX_BOOKMARK_LABEL, MAX_BOOKMARKS, MAX_RECENT_RECIPIENTS } from '../store/kept-recipients.ts'
import type { SettingsState } from '../store/types.ts'
import type { Widget } from './types.ts'

type Stored = Partial<Omit<SettingsState, 'isSlippageChosen' | 'slippageReasons' | 'notByUser'>>

const BOOKMARK = {
  address: checkAddress,
  label: createCheck<string>(
    'a label',
    (label: string) => typeof label === 'string' && label === plainText(label, MAX_BOOKMARK_LABEL),
  ),
}

/** Uses the checks of configs, because the first page has no schema library. */
const STORED = {
  slippageBps: integer(0, CONFIG_LIMITS.slippageBps),
  isSlippageAuto: checkBoolean,
  deadlineSeconds: integer(CONFIG_LIMITS.minDeadlineSeconds, MAX_CHOSEN_DEADLINE_SECONDS),
  modulesDisabled: checkModules,
  hidesSmallBalances: checkBoolean,
  theme: checkTheme,
  language: oneOf(...LANGUAGES),
  pauseBeforeSigning: checkBoolean,
  unlimitedApprovals: checkBoolean,
  recentRecipients: listOf('recipients', checkAddress, { max: MAX_RECENT_RECIPIENTS }),
  bookmarks: listOf('bookmarks', (path, value) => checkEach(BOOKMARK, checkObject(path, value)), {
    max: MAX_BOOKMARKS,
  }),
} satisfies Record<keyof Stored, Check<unknown>>
const NAMES = Object.keys(STORED) as (keyof Stored)[]

/**
 * Persists the settings that differ from the host's config, and the recipients, unless the host
 * hides the settings. Ignores blocked storage. Returns the unsubscribe function.
 */
export function keepSettings({
  settings,
  config,
  form,
}: Pick<Widget, 'settings' | 'config' | 'form'>): () => void {
  const key = `sluice:${config.getState().storageKey}:settings`
  const getHost = () => hostSettings(config.getState(), form.getState().inputChainId)
  const choices = (state: SettingsState) => changedSettings(state, getHost())
  let stopWriting: (() => void) | undefined
  const follow = () => {
    const isHidden = config.getState().hidden.includes('settings')
    if (isHidden && stopWriting) {
      stopWriting()
      stopWriting = undefined
      settings.setState({ ...getHost(), notByUser: {} })
    }
    if (isHidden || stopWriting) return
    settings.setState({ ...toAllowed(read(key), config.getState()), notByUser: {} })
    stopWriting = settings.subscribe((now, before) => write(key, choices(before), choices(now)))
  }
  follow()
  const unsubscribe = config.subscribe(follow)
  return () => {
    unsubscribe()
    stopWriting?.()
  }
}

/**
 * Limits stored settings to what the host allows, because any script of the page's origin can write
 * them. Storage keeps the rest, for a config that allows more.
 */
function toAllowed(stored: Stored, config: ResolvedConfig): Partial<SettingsState> {
  const { min, max } = config.slippageBoundsBps
  const allowed = { __proto__: null, ...stored } as Partial<SettingsState>
  for (const name of config.fixedSettings) delete allowed[name]
  if (config.fixedSettings.includes('slippageBps')) delete allowed.isSlippageAuto
  if (config.pauseBeforeSigning) delete allowed.pauseBeforeSigning
  if (!config.approvals.unlimited) delete allowed.unlimitedApprovals
  // An automatic limit starts from the host's default.
  if (allowed.isSlippageAuto) delete allowed.slippageBps
  if (allowed.slippageBps !== undefined) {
    allowed.slippageBps = Math.min(Math.max(allowed.slippageBps, min), max)
    allowed.isSlippageChosen = true
  }
  return allowed
}

function changedSettings(settings: SettingsState, host: SettingsState): Stored {
  const changed = NAMES.filter(
    (name) =>
      (name === 'slippageBps' && settings.isSlippageChosen) ||
      stringifyJson(settings[name]) !== stringifyJson(host[name]),
  )
  return Object.fromEntries(changed.map((name) => [name, settings[name]]))
}

/** The valid settings of the storage, and of each list its valid entries. */
function read(key: string): Stored {
  const stored: { [Name in keyof Stored]?: unknown } = {}
  try {
    const given = checkObject(key, JSON.parse(globalThis.localStorage.getItem(key) ?? '{}'))
    for (const name of NAMES) {
      const value = given[name]
      const list = Array.isArray(value) && value.filter((entry) => attempt(name, [entry]))
      const kept = attempt(name, list || value)
      if (kept !== undefined) stored[name] = kept
    }
  } catch {
    // Storage is blocked, or contains another format.
  }
  return stored as Stored
}

/** Returns a stored value if it is valid, else `undefined`. */
function attempt(name: keyof Stored, value: unknown): unknown {
  try {
    return STORED[name](name, value)
  } catch {
    return undefined
  }
}

/** Writes only changed settings, because other tabs and widgets write to the same key. */
function write(key: string, before: Stored, now: Stored): void {
  const stored = read(key)
  for (const name of NAMES) if (now[name] !== before[name]) Object.assign(stored, { [name]: now[name] })
  const text = stringifyJson(stored)
  try {
    if (text === '{}') globalThis.localStorage.removeItem(key)
    else globalThis.localStorage.setItem(key, text)
  } catch {
    // Storage is blocked.
  }
}
