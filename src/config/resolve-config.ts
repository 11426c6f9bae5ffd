import { LANGUAGES, type Language } from '../i18n/languages.ts'
import { recipientProblem } from '../lib/recipient-problem.ts'
import { tokenKey } from '../lib/token-key.ts'
import { themeTokenProblem } from '../theme/theme-overrides.ts'
import { canPurchase } from './can-purchase.ts'
import {
  checkAddress,
  checkBoolean,
  checkContactUrl,
  checkFields,
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
import { LIVE_FIELDS } from './live-fields.ts'
import { resolveByChain, resolvePerChain } from './per-chain.ts'
import { resolveChains } from './resolve-chain.ts'
import { resolveHooks } from './resolve-hooks.ts'
import { resolveMessages } from './resolve-messages.ts'
import { resolveRouting } from './resolve-routing.ts'
import { checkAllowedPair, resolveForbiddenPairs, resolveTokens } from './resolve-tokens.ts'
import { resolveValueLoss } from './resolve-value-loss.ts'
import type {
  HostConnector,
  LockableField,
  PriceSource,
  ResolvedChain,
  ResolvedConfig,
  WidgetConfig,
} from './types.ts'

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
    tradeType:
      optional('tradeType', raw.tradeType, (path, value) =>
        checkOneOf(path, value, ['sell', 'buy', 'both']),
      ) ?? 'both',
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
    quoteToleranceBps: bps(
      'quoteToleranceBps',
      raw.quoteToleranceBps,
      CONFIG_LIMITS.quoteToleranceBps,
      CONFIG_DEFAULTS.quoteToleranceBps,
    ),
    verification:
      optional('verification', raw.verification, (path, value) =>
        checkOneOf(path, value, ['enforce', 'warn']),
      ) ?? CONFIG_DEFAULTS.verification,
    valueLossBps: resolveValueLoss(raw.valueLossBps),
    pauseBeforeSigning:
      optional('pauseBeforeSigning', raw.pauseBeforeSigning, checkBoolean) ??
      CONFIG_DEFAULTS.pauseBeforeSigning,
    approvals: checkFlags('approvals', raw.approvals, CONFIG_DEFAULTS.approvals),
    unknownPrice:
      optional('unknownPrice', raw.unknownPrice, (path, value) =>
        checkOneOf(path, value, ['confirm', 'block']),
      ) ?? CONFIG_DEFAULTS.unknownPrice,
    minAmountUsd: optional('minAmountUsd', raw.minAmountUsd, checkUsd) ?? 0,
    recipient:
      optional('recipient', raw.recipient, (path, value) =>
        checkOneOf(path, value, ['hidden', 'optional', 'required']),
      ) ?? CONFIG_DEFAULTS.recipient,
    mode:
      optional('mode', raw.mode, (path, value) =>
        checkOneOf(path, value, ['inline', 'modal', 'drawer', 'floating']),
      ) ?? 'inline',
    theme:
      optional('theme', raw.theme, (path, value) => checkOneOf(path, value, ['light', 'dark', 'system'])) ??
      CONFIG_DEFAULTS.theme,
    themeTokens: optional('themeTokens', raw.themeTokens, checkThemeTokens) ?? {},
    hidden:
      optional('hidden', raw.hidden, (path, value) =>
        checkSome(path, value, ['settings', 'wallet', 'flip', 'balanceShares', 'verifiedLine']),
      ) ?? [],
    fixedSettings:
      optional('fixedSettings', raw.fixedSettings, (path, value) =>
        checkSome(path, value, FIXABLE_SETTINGS),
      ) ?? [],
    locale: optional('locale', raw.locale, checkLocale) ?? browserLocale(),
    languages: optional('languages', raw.languages, checkLanguages) ?? LANGUAGES,
    messages: optional('messages', raw.messages, resolveMessages) ?? {},
    priceSource: optional('priceSource', raw.priceSource, checkFunction<PriceSource>),
    listedTokens: optional('listedTokens', raw.listedTokens, checkTokens),
    tokens: resolveTokens(raw.tokens, chains),
    tokenImport: optional('tokenImport', raw.tokenImport, checkBoolean) ?? true,
    forbiddenPairs:
      optional('forbiddenPairs', raw.forbiddenPairs, (path, value) =>
        resolveForbiddenPairs(path, value, chains),
      ) ?? [],
    logoHosts: optional('logoHosts', raw.logoHosts, checkHosts) ?? [],
    supportUrl: optional('supportUrl', raw.supportUrl, checkContactUrl),
    urlSync: optional('urlSync', raw.urlSync, checkUrlSync),
    persistTokens: optional('persistTokens', raw.persistTokens, checkBoolean) ?? false,
    notifyEnd:
      optional('notifyEnd', raw.notifyEnd, (path, value) =>
        checkOneOf(path, value, ['off', 'title', 'system']),
      ) ?? CONFIG_DEFAULTS.notifyEnd,
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

/** The default locale without a browser. */
export const SERVER_LOCALE = 'en'

/** Rejects misspelled fields, which the host would believe to be set. `undefined` values are ignored. */
function rejectUnknownFields(raw: Record<string, unknown>): void {
  for (const field of Object.keys(raw)) {
    if (raw[field] !== undefined && !Object.hasOwn(LIVE_FIELDS, field)) {
      throw configError(field, `a known field (${Object.keys(LIVE_FIELDS).join(', ')})`, raw[field])
    }
  }
}

function checkId(path: string, value: unknown): string {
  if (typeof value !== 'string' || !CONFIG_LIMITS.pidPattern.test(value)) {
    throw configError(path, 'an id of 1 to 128 printable characters without spaces', value)
  }
  return value
}

function bps(path: string, value: unknown, max: number, fallback: number): number {
  return value === undefined ? fallback : checkInteger(path, value, { min: 0, max })
}

function resolveSlippage(
  { slippageBps, slippageBoundsBps }: Record<string, unknown>,
  chains: readonly ResolvedChain[],
): Pick<ResolvedConfig, 'slippageBps' | 'slippageBoundsBps'> {
  const path = 'slippageBoundsBps'
  const { min: low, max: high } = checkFields(path, slippageBoundsBps, ['min', 'max'])
  const limit = CONFIG_LIMITS.slippageBps
  const min = low === undefined ? 0 : checkInteger(`${path}.min`, low, { min: 0, max: limit })
  const max = high === undefined ? limit : checkInteger(`${path}.max`, high, { min, max: limit })
  const fallback = Math.min(Math.max(CONFIG_DEFAULTS.slippageBps, min), max)
  return {
    slippageBps: resolvePerChain('slippageBps', slippageBps, {
      chains,
      fallback,
      check: (at, value) => checkInteger(at, value, { min, max }),
    }),
    slippageBoundsBps: { min, max },
  }
}

function resolvePartner(
  path: string,
  value: unknown,
  chains: readonly ResolvedChain[],
): ResolvedConfig['partner'] {
  const partner = optional(path, value, checkObject) ?? {}
  if (!('address' in partner) && !('feeBps' in partner)) {
    return resolveByChain(path, partner, { chains, check: checkPartner })
  }
  const checked = checkPartner(path, partner)
  return Object.fromEntries(chains.map(({ id }) => [id, checked]))
}

function checkPartner(path: string, value: unknown): ResolvedConfig['partner'][number] {
  const partner = checkFields(path, value, ['address', 'feeBps'])
  return {
    address: checkAddress(`${path}.address`, partner.address),
    feeBps: checkInteger(`${path}.feeBps`, partner.feeBps, { min: 0, max: CONFIG_LIMITS.partnerFeeBps }),
  }
}

const SIDE_FIELDS = ['chainId', 'token', 'amount']

/** Validates the initial tokens, amount and recipient: one chain, two different tokens. */
export function resolvePair(
  raw: Record<string, unknown>,
  chains: ResolvedConfig['chains'],
): Pick<ResolvedConfig, 'input' | 'output'> {
  const input = checkFields('input', raw.input, SIDE_FIELDS)
  const output = checkFields('output', raw.output, [...SIDE_FIELDS, 'recipient'])
  const inputChainId =
    optional('input.chainId', input.chainId, (path, value) => checkChainId(path, value, chains)) ??
    optional('output.chainId', output.chainId, (path, value) => checkChainId(path, value, chains)) ??
    chains[0].id
  const outputChainId =
    optional('output.chainId', output.chainId, (path, value) => checkChainId(path, value, chains)) ??
    inputChainId
  if (outputChainId !== inputChainId) {
    throw configError('output.chainId', `the chain of the input, ${inputChainId}`, outputChainId)
  }
  const inputToken = optional('input.token', input.token, checkAddress)
  const outputToken = optional('output.token', output.token, checkAddress)
  if (inputToken && inputToken.toLowerCase() === outputToken?.toLowerCase()) {
    throw configError('output.token', 'another token than the input', outputToken)
  }
  return {
    input: {
      chainId: inputChainId,
      token: inputToken,
      amount: optional('input.amount', input.amount, checkAmount) ?? '',
    },
    output: {
      chainId: outputChainId,
      token: outputToken,
      amount: resolveOutputAmount({ input, output, chain: chains.find(({ id }) => id === outputChainId) }),
      recipient: optional('output.recipient', output.recipient, checkAddress),
    },
  }
}

function resolveOutputAmount({
  input,
  output,
  chain,
}: {
  input: Record<string, unknown>
  output: Record<string, unknown>
  chain: ResolvedChain | undefined
}): string {
  const amount = optional('output.amount', output.amount, checkAmount) ?? ''
  if (amount === '') return amount
  if (input.amount) throw configError('output.amount', 'no amount beside input.amount', amount)
  if (!canPurchase(chain)) throw configError('output.amount', 'no amount with the codec "none"', amount)
  return amount
}

function checkLocked(path: string, value: unknown): LockableField[] {
  if (!Array.isArray(value)) throw configError(path, 'a list of input, output, amount and recipient', value)
  return value.map((field, index) =>
    checkOneOf(`${path}[${index}]`, field, ['input', 'output', 'amount', 'recipient']),
  )
}

function checkLockedValue(path: string, field: LockableField, { input, output }: ResolvedConfig): void {
  const values: Record<LockableField, [value: string | undefined, path: string]> = {
    input: [input.token, 'input.token'],
    output: [output.token, 'output.token'],
    amount: [input.amount || output.amount, 'input.amount or output.amount'],
    recipient: [output.recipient, 'output.recipient'],
  }
  const [value, named] = values[field]
  if (!value) throw configError(path, `a field with a value in ${named}`, field)
}

function checkTradeType({ tradeType, chains, input, output }: ResolvedConfig): void {
  if (tradeType === 'sell' && output.amount) {
    throw configError('output.amount', 'no amount with the tradeType "sell"', output.amount)
  }
  if (tradeType !== 'buy') return
  if (input.amount) throw configError('input.amount', 'no amount with the tradeType "buy"', input.amount)
  const index = chains.findIndex((chain) => !canPurchase(chain))
  if (index >= 0) throw configError(`chains[${index}].codec`, 'another with the tradeType "buy"', 'none')
}

function checkRecipient({ input, output, recipient, chains }: ResolvedConfig): void {
  if (!output.recipient) return
  const router = chains.find(({ id }) => id === output.chainId)?.routerAddress
  const expected =
    recipient === 'hidden'
      ? 'nothing, since recipients are hidden (recipient: optional or required)'
      : recipientProblem(output.recipient, { tokens: [input.token, output.token], router }) &&
        'the address of a wallet, not a token of the pair or the router'
  if (expected) throw configError('output.recipient', expected, output.recipient)
}

function checkChainId(path: string, value: unknown, chains: readonly ResolvedChain[]): number {
  const chain = chains.find(({ id }) => id === value)
  if (!chain) throw configError(path, `the id of a configured chain (${chains.map(({ id }) => id)})`, value)
  return chain.id
}

function checkAmount(path: string, value: unknown): string {
  if (typeof value !== 'string' || !/^(?:[0-9]{1,40}(?:\.[0-9]{0,40})?)?$/.test(value)) {
    throw configError(path, 'a decimal string in whole tokens, e.g. "1.5"', value)
  }
  return value
}

function checkUsd(path: string, value: unknown): number {
  if (typeof value !== 'number' || !(value >= 0 && value <= 1e9)) {
    throw configError(path, 'a number of dollars from 0 to 1e9', value)
  }
  return value
}

function checkThemeTokens(path: string, value: unknown): Record<string, string> {
  const tokens = checkObject(path, value)
  for (const [name, token] of Object.entries(tokens)) {
    const expected = themeTokenProblem(name, token)
    if (expected) throw configError(`${path}.${name}`, expected, token)
  }
  return tokens as Record<string, string>
}

function checkLocale(path: string, value: unknown): string {
  try {
    const [canonical] = Intl.getCanonicalLocales(checkText(path, value))
    if (canonical) return canonical
  } catch {
    // Reported below, with the path.
  }
  throw configError(path, 'a BCP 47 language tag, e.g. "de" or "pt-BR"', value)
}

function checkLanguages(path: string, value: unknown): Language[] {
  const languages = checkSome(path, value, LANGUAGES)
  if (languages.length === 0) throw configError(path, 'at least one language', value)
  return languages
}

function browserLocale(): string {
  return typeof navigator === 'undefined' ? SERVER_LOCALE : (navigator.language ?? SERVER_LOCALE)
}

/** The prefix of the names in the query; undefined where nothing is kept there. */
function checkUrlSync(path: string, value: unknown): string | undefined {
  if (typeof value === 'boolean') return value ? '' : undefined
  if (typeof value === 'string' && /^[A-Za-z0-9_-]{1,32}$/.test(value)) return value
  throw configError(path, 'true, false, or a prefix of 1 to 32 letters, digits, - and _', value)
}

/** What has state is told by what it can do: a host may have another copy of its class. */
function checkWagmiConfig(path: string, value: unknown): WidgetConfig['wagmiConfig'] {
  const { chains, subscribe, getClient } = Object(value)
  if (value === null || (chains && subscribe && getClient)) return value as WidgetConfig['wagmiConfig']
  throw configError(path, 'a config of wagmi, or null', value)
}

function checkQueryClient(path: string, value: unknown): WidgetConfig['queryClient'] {
  const { mount, getQueryCache } = Object(value)
  if (mount && getQueryCache) return value as WidgetConfig['queryClient']
  throw configError(path, 'a QueryClient', value)
}

/** Keeps only `chainId` and `address` of each entry of a token list. */
function checkTokens(path: string, value: unknown): Record<string, true> {
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

function checkConnectors(path: string, value: unknown): readonly HostConnector[] {
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

function checkHosts(path: string, value: unknown): string[] {
  if (!Array.isArray(value)) throw configError(path, 'a list of hosts', value)
  return value.map((host, index) => {
    if (typeof host !== 'string' || !/^[a-z0-9.-]+(?::[0-9]{1,5})?$/i.test(host)) {
      throw configError(`${path}[${index}]`, 'a host without scheme or path, e.g. "cdn.example.com"', host)
    }
    return host.toLowerCase()
  })
}
