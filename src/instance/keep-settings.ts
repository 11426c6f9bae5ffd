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
  optionally,
} from '../config/checks.ts'
import { CONFIG_LIMITS } from '../config/defaults.ts'
import { checkTheme } from '../config/field-checks.ts'
import { checkModules } from '../config/resolve-routing.ts'
import type { FixableSetting } from '../config/types.ts'
import { LANGUAGES } from '../i18n/languages.ts'
import { MAX_BOOKMARK_LABEL, MAX_BOOKMARKS, MAX_RECENT_RECIPIENTS } from '../store/create-settings-store.ts'
import { hostSettings } from '../store/host-settings.ts'
import type { SettingsState } from '../store/types.ts'
import type { Widget } from './types.ts'

type Stored = Partial<Omit<SettingsState, 'isSlippageChosen' | 'slippageReasons' | 'notByUser'>>

const checkFlag = optionally(checkBoolean)

const BOOKMARK = {
  address: checkAddress,
  label: createCheck<string>(
    'a label',
    (label: string) => typeof label === 'string' && label.length <= MAX_BOOKMARK_LABEL,
  ),
}

/** Checked as a config is: the first page has no schema library. */
const STORED = {
  slippageBps: optionally(integer(0, CONFIG_LIMITS.slippageBps)),
  isSlippageAuto: checkFlag,
  deadlineSeconds: optionally(integer(CONFIG_LIMITS.minDeadlineSeconds, CONFIG_LIMITS.maxDeadlineSeconds)),
  modulesDisabled: optionally(checkModules),
  hidesSmallBalances: checkFlag,
  theme: optionally(checkTheme),
  language: optionally(oneOf(...LANGUAGES)),
  pauseBeforeSigning: checkFlag,
  unlimitedApprovals: checkFlag,
  recentRecipients: optionally(listOf('recipients', checkAddress, { max: MAX_RECENT_RECIPIENTS })),
  bookmarks: optionally(
    listOf('bookmarks', (path, value) => checkEach(BOOKMARK, checkObject(path, value)), {
      max: MAX_BOOKMARKS,
    }),
  ),
} satisfies Record<keyof Stored, Check<unknown>>
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
  const choices = (state: SettingsState) => changedSettings(state, ofHost())
  let stopWriting: (() => void) | undefined
  const follow = () => {
    const { slippageBoundsBps, hidden, fixedSettings } = config.getState()
    const isHidden = hidden.includes('settings')
    if (isHidden && stopWriting) {
      stopWriting()
      stopWriting = undefined
      settings.setState({ ...ofHost(), notByUser: {} })
    }
    if (isHidden || stopWriting) return
    const { slippageBps, ...stored } = withoutFixed(read(key), fixedSettings)
    const { min, max } = slippageBoundsBps
    settings.setState({
      ...stored,
      notByUser: {},
      ...(slippageBps !== undefined && {
        slippageBps: Math.min(Math.max(slippageBps, min), max),
        isSlippageChosen: true,
      }),
    })
    stopWriting = settings.subscribe((now, before) => write(key, choices(before), choices(now)))
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

function changedSettings(settings: SettingsState, host: SettingsState): Stored {
  const changed = NAMES.filter(
    (name) =>
      (name === 'slippageBps' && settings.isSlippageChosen) ||
      JSON.stringify(settings[name]) !== JSON.stringify(host[name]),
  )
  return Object.fromEntries(changed.map((name) => [name, settings[name]]))
}

function read(key: string): Stored {
  try {
    const stored = checkEach(STORED, JSON.parse(globalThis.localStorage.getItem(key) ?? '{}'))
    return Object.fromEntries(Object.entries(stored).filter(([, value]) => value !== undefined))
  } catch {
    // Storage blocked, or not what was written.
    return {}
  }
}

/** Writes what has changed, and nothing else: other tabs and widgets write here too. */
function write(key: string, before: Stored, now: Stored): void {
  const stored = read(key)
  for (const name of NAMES) if (now[name] !== before[name]) Object.assign(stored, { [name]: now[name] })
  const text = JSON.stringify(stored)
  try {
    if (text === '{}') globalThis.localStorage.removeItem(key)
    else globalThis.localStorage.setItem(key, text)
  } catch {
    // Storage blocked: settings are not persisted.
  }
}
