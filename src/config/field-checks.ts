import { LANGUAGES, type Language } from '../i18n/languages.ts'
import { tokenKey } from '../lib/token-key.ts'
import { themeTokenProblem } from '../theme/theme-overrides.ts'
import { checkAddress, checkFunction, checkInteger, checkObject, checkSome, checkText } from './checks.ts'
import { configError } from './config-error.ts'
import { CONFIG_LIMITS } from './defaults.ts'
import type { HostConnector, WidgetConfig } from './types.ts'

// Checks of single fields. Each throws `CONFIG_INVALID` with the path and the value received there.

/** The default locale without a browser. */
export const SERVER_LOCALE = 'en'

export function checkId(path: string, value: unknown): string {
  if (typeof value !== 'string' || !CONFIG_LIMITS.pidPattern.test(value)) {
    throw configError(path, 'an id of 1 to 128 printable characters without spaces', value)
  }
  return value
}

export function checkUsd(path: string, value: unknown): number {
  if (typeof value !== 'number' || !(value >= 0 && value <= 1e9)) {
    throw configError(path, 'a number of dollars from 0 to 1e9', value)
  }
  return value
}

export function checkThemeTokens(path: string, value: unknown): Record<string, string> {
  const tokens = checkObject(path, value)
  for (const [name, token] of Object.entries(tokens)) {
    const expected = themeTokenProblem(name, token)
    if (expected) throw configError(`${path}.${name}`, expected, token)
  }
  return tokens as Record<string, string>
}

export function checkLocale(path: string, value: unknown): string {
  try {
    const [canonical] = Intl.getCanonicalLocales(checkText(path, value))
    if (canonical) return canonical
  } catch {
    // Reported below, with the path.
  }
  throw configError(path, 'a BCP 47 language tag, e.g. "de" or "pt-BR"', value)
}

export function checkLanguages(path: string, value: unknown): Language[] {
  const languages = checkSome(path, value, LANGUAGES)
  if (languages.length === 0) throw configError(path, 'at least one language', value)
  return languages
}

export function browserLocale(): string {
  return typeof navigator === 'undefined' ? SERVER_LOCALE : (navigator.language ?? SERVER_LOCALE)
}

/** The prefix of the names in the query; undefined where nothing is kept there. */
export function checkUrlSync(path: string, value: unknown): string | undefined {
  if (typeof value === 'boolean') return value ? '' : undefined
  if (typeof value === 'string' && /^[A-Za-z0-9_-]{1,32}$/.test(value)) return value
  throw configError(path, 'true, false, or a prefix of 1 to 32 letters, digits, - and _', value)
}

/** What has state is told by what it can do: a host may have another copy of its class. */
export function checkWagmiConfig(path: string, value: unknown): WidgetConfig['wagmiConfig'] {
  const { chains, subscribe, getClient } = Object(value)
  if (value === null || (chains && subscribe && getClient)) return value as WidgetConfig['wagmiConfig']
  throw configError(path, 'a config of wagmi, or null', value)
}

export function checkQueryClient(path: string, value: unknown): WidgetConfig['queryClient'] {
  const { mount, getQueryCache } = Object(value)
  if (mount && getQueryCache) return value as WidgetConfig['queryClient']
  throw configError(path, 'a QueryClient', value)
}

/** Keeps only `chainId` and `address` of each entry of a token list. */
export function checkTokens(path: string, value: unknown): Record<string, true> {
  if (!Array.isArray(value)) throw configError(path, 'a list of tokens, each with chainId and address', value)
  const keys = value.map((entry, index) => {
    const at = `${path}[${index}]`
    const { chainId, address } = checkObject(at, entry)
    return tokenKey({
      chainId: checkInteger(`${at}.chainId`, chainId, { min: 1, max: Number.MAX_SAFE_INTEGER }),
      address: checkAddress(`${at}.address`, address),
    })
  })
  return Object.fromEntries(keys.map((key) => [key, true]))
}

export function checkConnectors(path: string, value: unknown): readonly HostConnector[] {
  if (!Array.isArray(value)) throw configError(path, 'a list of connectors', value)
  for (const [index, connector] of value.entries()) {
    const at = `${path}[${index}]`
    const { id, name, load } = checkObject(at, connector)
    checkText(`${at}.id`, id)
    checkText(`${at}.name`, name)
    checkFunction(`${at}.load`, load)
  }
  return value
}

export function checkHosts(path: string, value: unknown): string[] {
  if (!Array.isArray(value)) throw configError(path, 'a list of hosts', value)
  return value.map((host, index) => {
    if (typeof host !== 'string' || !/^[a-z0-9.-]+(?::[0-9]{1,5})?$/i.test(host)) {
      throw configError(`${path}[${index}]`, 'a host without scheme or path, e.g. "cdn.example.com"', host)
    }
    return host.toLowerCase()
  })
}
