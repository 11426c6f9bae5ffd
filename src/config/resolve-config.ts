import { LANGUAGES } from '../i18n/languages.ts'
import {
  checkBoolean,
  checkContactUrl,
  checkFlags,
  checkFunction,
  checkInteger,
  checkObject,
  checkOneOf,
  checkProvider,
  checkSome,
  checkText,
  checkUrl,
  optional,
} from './checks.ts'
import { configError } from './config-error.ts'
import { CONFIG_DEFAULTS, CONFIG_LIMITS, FIXABLE_SETTINGS } from './defaults.ts'
import {
  browserLocale,
  checkConnectors,
  checkHosts,
  checkId,
  checkLanguages,
  checkLocale,
  checkQueryClient,
  checkThemeTokens,
  checkTokens,
  checkUrlSync,
  checkUsd,
  checkWagmiConfig,
} from './field-checks.ts'
import { LIVE_FIELDS } from './live-fields.ts'
import { resolvePerChain } from './per-chain.ts'
import { resolveChains } from './resolve-chain.ts'
import { resolveHooks } from './resolve-hooks.ts'
import { resolveImpact, resolvePartner, resolveSlippage, resolveValueLoss } from './resolve-limits.ts'
import { resolveMessages } from './resolve-messages.ts'
import { checkLocked, checkLockedValue, checkRecipient, checkTradeType, resolvePair } from './resolve-pair.ts'
import { resolveRouting } from './resolve-routing.ts'
import { checkAllowedPair, resolveForbiddenPairs, resolveTokens } from './resolve-tokens.ts'
import type { PriceSource, ResolvedConfig, WidgetConfig } from './types.ts'

/**
 * Validates a host's config and fills in the defaults.
 * Throws `CONFIG_INVALID` with the path of the first invalid value and the value received there.
 */
export function resolveConfig(config: WidgetConfig): ResolvedConfig {
  const resolved = resolveUpdate(config)
  checkAllowedPair(resolved)
  checkRecipient(resolved)
  checkTradeType(resolved)
  for (const [index, field] of resolved.lockedFields.entries()) {
    checkLockedValue(`lockedFields[${index}]`, field, resolved)
  }
  return resolved
}

/**
 * The same for a widget that runs: what it started with need not fit the rules of now, which thus apply to any form.
 */
export function resolveUpdate(config: WidgetConfig): ResolvedConfig {
  const raw: Record<string, unknown> = checkObject('config', config)
  rejectUnknownFields(raw)
  const chains = resolveChains(raw.chains)
  const choose = <Value extends string>(name: string, values: readonly Value[]) =>
    optional(name, raw[name], (path, value) => checkOneOf(path, value, values))
  const chooseSome = <Value extends string>(name: string, values: readonly Value[]) =>
    optional(name, raw[name], (path, value) => checkSome(path, value, values))
  const isSet = (name: string) => optional(name, raw[name], checkBoolean)
  const integrator = checkId('integrator', raw.integrator)
  const pair = resolvePair(raw, chains)
  return {
    integrator,
    storageKey: optional('storageKey', raw.storageKey, checkId) ?? integrator,
    apiKey: optional('apiKey', raw.apiKey, checkText),
    baseUrl: checkUrl('baseUrl', raw.baseUrl),
    yieldUrl: optional('yieldUrl', raw.yieldUrl, checkUrl),
    tokensUrl: checkUrl('tokensUrl', raw.tokensUrl),
    exchangeRatesUrl: checkUrl('exchangeRatesUrl', raw.exchangeRatesUrl),
    chains,
    ...pair,
    tradeType: choose('tradeType', ['sell', 'buy', 'both']) ?? 'both',
    lockedFields: optional('lockedFields', raw.lockedFields, checkLocked) ?? [],
    ...resolveSlippage(raw, chains),
    partner: resolvePartner('partner', raw.partner, chains),
    routing: optional('routing', raw.routing, resolveRouting) ?? {},
    priceRefreshMs:
      optional('priceRefreshMs', raw.priceRefreshMs, (path, value) =>
        checkInteger(path, value, {
          min: CONFIG_LIMITS.minPriceRefreshMs,
          max: CONFIG_LIMITS.maxPriceRefreshMs,
        }),
      ) ?? CONFIG_DEFAULTS.priceRefreshMs,
    deadlineSeconds: resolvePerChain('deadlineSeconds', raw.deadlineSeconds, {
      chains,
      fallback: CONFIG_DEFAULTS.deadlineSeconds,
      check: (path, value) =>
        checkInteger(path, value, {
          min: CONFIG_LIMITS.minDeadlineSeconds,
          max: CONFIG_LIMITS.maxDeadlineSeconds,
        }),
    }),
    quoteToleranceBps:
      optional('quoteToleranceBps', raw.quoteToleranceBps, (path, value) =>
        checkInteger(path, value, { min: 0, max: CONFIG_LIMITS.quoteToleranceBps }),
      ) ?? CONFIG_DEFAULTS.quoteToleranceBps,
    verification: choose('verification', ['enforce', 'warn']) ?? CONFIG_DEFAULTS.verification,
    valueLossBps: resolveValueLoss(raw.valueLossBps),
    impactBps: resolveImpact(raw.impactBps),
    pauseBeforeSigning: isSet('pauseBeforeSigning') ?? CONFIG_DEFAULTS.pauseBeforeSigning,
    approvals: checkFlags('approvals', raw.approvals, CONFIG_DEFAULTS.approvals),
    unknownPrice: choose('unknownPrice', ['confirm', 'block']) ?? CONFIG_DEFAULTS.unknownPrice,
    minAmountUsd: optional('minAmountUsd', raw.minAmountUsd, checkUsd) ?? 0,
    recipient: choose('recipient', ['hidden', 'optional', 'required']) ?? CONFIG_DEFAULTS.recipient,
    mode: choose('mode', ['inline', 'modal', 'drawer', 'floating']) ?? 'inline',
    theme: choose('theme', ['light', 'dark', 'system']) ?? CONFIG_DEFAULTS.theme,
    themeTokens: optional('themeTokens', raw.themeTokens, checkThemeTokens) ?? {},
    hidden: chooseSome('hidden', ['settings', 'wallet', 'flip', 'balanceShares', 'verifiedLine']) ?? [],
    fixedSettings: chooseSome('fixedSettings', FIXABLE_SETTINGS) ?? [],
    locale: optional('locale', raw.locale, checkLocale) ?? browserLocale(),
    languages: optional('languages', raw.languages, checkLanguages) ?? LANGUAGES,
    messages: optional('messages', raw.messages, resolveMessages) ?? {},
    priceSource: optional('priceSource', raw.priceSource, checkFunction<PriceSource>),
    listedTokens: optional('listedTokens', raw.listedTokens, checkTokens),
    tokens: resolveTokens(raw.tokens, chains),
    tokenImport: isSet('tokenImport') ?? true,
    forbiddenPairs:
      optional('forbiddenPairs', raw.forbiddenPairs, (path, value) =>
        resolveForbiddenPairs(path, value, chains),
      ) ?? [],
    logoHosts: optional('logoHosts', raw.logoHosts, checkHosts) ?? [],
    supportUrl: optional('supportUrl', raw.supportUrl, checkContactUrl),
    urlSync: optional('urlSync', raw.urlSync, checkUrlSync),
    persistTokens: isSet('persistTokens') ?? false,
    notifyEnd: choose('notifyEnd', ['off', 'title', 'system']) ?? CONFIG_DEFAULTS.notifyEnd,
    hooks: optional('hooks', raw.hooks, resolveHooks) ?? {},
    onConnect: optional('onConnect', raw.onConnect, checkFunction<() => void>),
    connectors: optional('connectors', raw.connectors, checkConnectors) ?? [],
    provider: optional('provider', raw.provider, (path, provider) => {
      if (raw.wagmiConfig) throw configError(path, 'nothing beside wagmiConfig', provider)
      return checkProvider(path, provider)
    }),
    wagmiConfig: optional('wagmiConfig', raw.wagmiConfig, checkWagmiConfig),
    queryClient: optional('queryClient', raw.queryClient, checkQueryClient),
  }
}

/** Rejects misspelled fields, which the host would believe to be set. `undefined` values are ignored. */
function rejectUnknownFields(raw: Record<string, unknown>): void {
  for (const field of Object.keys(raw)) {
    if (raw[field] !== undefined && !Object.hasOwn(LIVE_FIELDS, field)) {
      throw configError(field, `a known field (${Object.keys(LIVE_FIELDS).join(', ')})`, raw[field])
    }
  }
}
