import { LANGUAGES } from '../i18n/languages.ts'
import { themeTokenProblem } from '../theme/theme-overrides.ts'
import {
  checkEach,
  checkFunction,
  checkObject,
  checkText,
  createCheck,
  integer,
  listOf,
  matching,
  oneOf,
} from './checks.ts'
import { configError } from './config-error.ts'
import { CONFIG_LIMITS } from './defaults.ts'
import type { HostConnector, WidgetConfig } from './types.ts'

// Checks of single fields. Each throws `CONFIG_INVALID` with the path and the value received there.

/** The default locale without a browser. */
export const SERVER_LOCALE = 'en'

export const checkId = matching(
  'an id of 1 to 128 printable characters without spaces',
  CONFIG_LIMITS.pidPattern,
)

export const checkChainNumber = integer(1, Number.MAX_SAFE_INTEGER)

export const checkTheme = oneOf('light', 'dark', 'system')

export const checkUsd = createCheck<number>(
  'a number of dollars from 0 to 1e9',
  (value) => typeof value === 'number' && value >= 0 && value <= 1e9,
)

export function checkThemeTokens(path: string, value: unknown = {}): Record<string, string> {
  const tokens = checkObject(path, value)
  for (const [name, token] of Object.entries(tokens)) {
    const expected = themeTokenProblem(name, token)
    if (expected) throw configError(`${path}.${name}`, expected, token)
  }
  return tokens as Record<string, string>
}

export function checkLocale(path: string, value: unknown): string {
  const locale = toLocale(value)
  if (!locale) throw configError(path, 'a BCP 47 language tag, e.g. "de" or "pt-BR"', value)
  return locale
}

export const checkLanguages = listOf(
  `a list of at least one of ${LANGUAGES.join(', ')}`,
  oneOf(...LANGUAGES),
  {
    min: 1,
  },
)

/**
 * The first language of the browser that is a BCP 47 tag. Some browsers report `C`, `en-US@posix`
 * or nothing.
 */
export function browserLocale(): string {
  const { language, languages } = globalThis.navigator ?? {}
  for (const tag of [language, ...(languages ?? [])]) {
    const locale = toLocale(tag)
    if (locale) return locale
  }
  return SERVER_LOCALE
}

/** A language tag in its canonical form; undefined if `Intl` would throw for it. */
function toLocale(tag: unknown): string | undefined {
  try {
    return typeof tag === 'string' ? new Intl.Locale(tag).toString() : undefined
  } catch {
    return undefined
  }
}

/** The prefix of the names in the query; undefined if the URL is not used. */
export function checkUrlSync(path: string, value: unknown): string | undefined {
  if (typeof value === 'boolean') return value ? '' : undefined
  if (typeof value === 'string' && /^[A-Za-z0-9_-]{1,32}$/.test(value)) return value
  throw configError(path, 'true, false, or a prefix of 1 to 32 letters, digits, - and _', value)
}

/** Checks methods instead of the class, because a host may have another copy of the class. */
export const checkWagmiConfig = createCheck<WidgetConfig['wagmiConfig']>(
  'a config of wagmi, or null',
  (value) => {
    const { chains, subscribe, getClient } = Object(value)
    return value === null || (chains && subscribe && getClient)
  },
)

export const checkQueryClient = createCheck<WidgetConfig['queryClient']>('a QueryClient', (value) => {
  const { mount, getQueryCache } = Object(value)
  return mount && getQueryCache
})

const CONNECTOR = { id: checkText, name: checkText, load: checkFunction }

export const checkConnectors = listOf('a list of connectors', (path, value) => {
  checkEach(CONNECTOR, checkObject(path, value), `${path}.`)
  return value as HostConnector
})

const checkHost = matching(
  'a host without scheme or path, e.g. "cdn.example.com"',
  /^[a-z0-9.-]+(?::[0-9]{1,5})?$/i,
)

export const checkHosts = listOf('a list of hosts', (path, value) => checkHost(path, value).toLowerCase())
