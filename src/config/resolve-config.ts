import { LANGUAGES } from '../i18n/languages.ts'
import {
  type Check,
  checkBoolean,
  checkContactUrl,
  checkEach,
  checkFunction,
  checkObject,
  checkProvider,
  checkText,
  checkUrl,
  integer,
  object,
  oneOf,
  optionally,
  or,
  some,
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
  checkTheme,
  checkThemeTokens,
  checkUrlSync,
  checkUsd,
  checkWagmiConfig,
} from './field-checks.ts'
import { resolvePerChain } from './per-chain.ts'
import { resolveChains } from './resolve-chain.ts'
import { resolveHooks } from './resolve-hooks.ts'
import { resolveImpact, resolvePartner, resolveSlippage, resolveValueLoss } from './resolve-limits.ts'
import { resolveListedTokens } from './resolve-listed-tokens.ts'
import { resolveMessages } from './resolve-messages.ts'
import { checkLocked, checkLockedValue, checkRecipient, checkTradeType, resolvePair } from './resolve-pair.ts'
import { resolveRouting } from './resolve-routing.ts'
import { checkAllowedPair, resolveForbiddenPairs, resolveTokens } from './resolve-tokens.ts'
import type { HostProvider, PriceSource, ResolvedConfig, WidgetConfig } from './types.ts'

/**
 * Validates a host's config and fills in the defaults. Throws `CONFIG_INVALID` with the path of the
 * first invalid value and the value received there.
 */
export const resolveConfig = (config: WidgetConfig): ResolvedConfig => checkStart(resolveUpdate(config))

/** Throws if a widget cannot start with this config, although a running one may have it. */
export function checkStart(resolved: ResolvedConfig): ResolvedConfig {
  checkAllowedPair(resolved)
  checkRecipient(resolved)
  checkTradeType(resolved)
  for (const [index, field] of resolved.lockedFields.entries()) {
    checkLockedValue(`lockedFields[${index}]`, field, resolved)
  }
  return resolved
}

/**
 * Validates the config of a running widget: its initial values need not match the current rules,
 * which therefore apply to any form.
 */
export function resolveUpdate(config: WidgetConfig): ResolvedConfig {
  const raw: Record<string, unknown> = checkObject('config', config)
  rejectUnknownFields(raw)
  const chains = resolveChains(raw.chains)
  const provider = optionally(checkProvider<HostProvider>)('provider', raw.provider)
  if (provider && raw.wagmiConfig)
    throw configError('provider', 'nothing together with wagmiConfig', provider)
  const fields = checkEach(FIELDS, raw)
  return {
    ...fields,
    storageKey: fields.storageKey ?? fields.integrator,
    locale: fields.locale ?? browserLocale(),
    logoHosts: fields.logoHosts ?? [new URL(fields.tokensUrl).host],
    chains,
    ...resolvePair(raw, chains),
    ...resolveSlippage(raw, chains),
    partner: resolvePartner(raw.partner, chains),
    deadlineSeconds: resolvePerChain('deadlineSeconds', raw.deadlineSeconds, {
      chains,
      fallback: CONFIG_DEFAULTS.deadlineSeconds,
      check: integer(CONFIG_LIMITS.minDeadlineSeconds, CONFIG_LIMITS.maxDeadlineSeconds),
    }),
    tokens: resolveTokens(raw.tokens, chains),
    forbiddenPairs: resolveForbiddenPairs(raw.forbiddenPairs, chains),
    provider,
  }
}

/** The independent fields. */
const FIELDS = {
  integrator: checkId,
  storageKey: optionally(checkId),
  apiKey: optionally(checkText),
  baseUrl: checkUrl,
  yieldUrl: optionally(checkUrl),
  tokensUrl: checkUrl,
  exchangeRatesUrl: checkUrl,
  tradeType: or(oneOf('sell', 'buy', 'both'), 'both'),
  lockedFields: or(checkLocked, []),
  routing: resolveRouting,
  priceRefreshMs: or(
    integer(CONFIG_LIMITS.minPriceRefreshMs, CONFIG_LIMITS.maxPriceRefreshMs),
    CONFIG_DEFAULTS.priceRefreshMs,
  ),
  quoteToleranceBps: or(integer(0, CONFIG_LIMITS.quoteToleranceBps), CONFIG_DEFAULTS.quoteToleranceBps),
  verification: or(oneOf('enforce', 'warn'), CONFIG_DEFAULTS.verification),
  valueLossBps: resolveValueLoss,
  impactBps: resolveImpact,
  pauseBeforeSigning: or(checkBoolean, CONFIG_DEFAULTS.pauseBeforeSigning),
  approvals: object({
    unlimited: or(checkBoolean, CONFIG_DEFAULTS.approvals.unlimited),
    permits: or(checkBoolean, CONFIG_DEFAULTS.approvals.permits),
    batches: or(checkBoolean, CONFIG_DEFAULTS.approvals.batches),
  }),
  unknownPrice: or(oneOf('confirm', 'block'), CONFIG_DEFAULTS.unknownPrice),
  minAmountUsd: or(checkUsd, 0),
  recipient: or(oneOf('hidden', 'optional', 'required'), CONFIG_DEFAULTS.recipient),
  mode: or(oneOf('inline', 'modal', 'drawer', 'floating'), 'inline'),
  theme: or(checkTheme, CONFIG_DEFAULTS.theme),
  themeTokens: checkThemeTokens,
  font: or(oneOf('sluice', 'inherit'), 'sluice'),
  hidden: or(some('settings', 'wallet', 'flip', 'balanceShares', 'verifiedLine'), []),
  fixedSettings: or(some(...FIXABLE_SETTINGS), []),
  locale: optionally(checkLocale),
  languages: or(checkLanguages, LANGUAGES),
  messages: resolveMessages,
  priceSource: optionally(checkFunction<PriceSource>),
  listedTokens: optionally(resolveListedTokens),
  tokenImport: or(checkBoolean, true),
  logoHosts: optionally(checkHosts),
  supportUrl: optionally(checkContactUrl),
  urlSync: optionally(checkUrlSync),
  persistTokens: or(checkBoolean, false),
  notifyEnd: or(oneOf('off', 'title', 'system'), CONFIG_DEFAULTS.notifyEnd),
  hooks: resolveHooks,
  onConnect: optionally(checkFunction<() => void>),
  connectors: or(checkConnectors, []),
  wagmiConfig: optionally(checkWagmiConfig),
  queryClient: optionally(checkQueryClient),
} satisfies Partial<Record<keyof WidgetConfig, Check<unknown>>>

/** The fields whose check depends on other fields. */
const DEPENDENT = [
  'chains',
  'input',
  'output',
  'slippageBps',
  'slippageBoundsBps',
  'partner',
  'deadlineSeconds',
  'tokens',
  'forbiddenPairs',
  'provider',
] as const satisfies (keyof WidgetConfig)[]

export const CONFIG_FIELDS: readonly string[] = [...Object.keys(FIELDS), ...DEPENDENT]

/** Rejects misspelled fields, which would silently have no effect. */
function rejectUnknownFields(raw: Record<string, unknown>): void {
  for (const field of Object.keys(raw)) {
    if (!CONFIG_FIELDS.includes(field)) {
      throw configError(field, `a known field (${CONFIG_FIELDS.join(', ')})`, raw[field])
    }
  }
}
