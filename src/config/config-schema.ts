import * as v from 'valibot'
import { LANGUAGES } from '../i18n/languages.ts'
import { CONFIG_LIMITS, FIXABLE_SETTINGS } from './defaults.ts'

/**
 * The JSON part of a config, from which the published JSON Schema is generated. `resolveConfig`
 * checks more, for example how fields fit together. A test compares it with `WidgetConfig`.
 */

const address = v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{40}$/))
const addresses = v.array(address)
const url = v.pipe(v.string(), v.url())
const text = v.pipe(v.string(), v.minLength(1))
const messages = v.record(v.string(), v.union([text, v.record(v.string(), text)]))
const id = v.pipe(v.string(), v.regex(CONFIG_LIMITS.pidPattern))
const chainId = v.pipe(v.number(), v.integer(), v.minValue(1))
const integer = (min: number, max: number) =>
  v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max))
const perChain = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.union([schema, v.record(v.pipe(v.string(), v.digits()), schema)])

const slippage = integer(0, CONFIG_LIMITS.slippageBps)
const tokenChoice = { chainId: v.exactOptional(chainId), token: v.exactOptional(address) }
const tokenRules = { allow: v.exactOptional(addresses), deny: v.exactOptional(addresses) }
/** Entries of a published token list may be skipped, so their values are not restricted. */
const listedTokens = v.array(v.object({ chainId: v.number(), address: v.string() }))
const moduleIds = v.pipe(v.array(text), v.maxLength(64))

const chain = v.object({
  id: chainId,
  name: text,
  label: v.exactOptional(text),
  rpcUrls: v.pipe(v.array(url), v.minLength(1)),
  nativeCurrency: v.exactOptional(v.object({ name: text, symbol: text, decimals: v.number() })),
  routerAddress: v.exactOptional(address),
  codec: v.exactOptional(v.picklist(['sluice', 'route-description', 'none'])),
  explorerUrl: v.exactOptional(url),
  logoUri: v.exactOptional(url),
  usdToken: v.exactOptional(address),
  wrappedNative: v.exactOptional(address),
  ensResolver: v.exactOptional(address),
  privateRpcs: v.exactOptional(v.array(url)),
  priceFactories: v.exactOptional(
    v.object({ v2: v.exactOptional(addresses), v3: v.exactOptional(addresses) }),
  ),
})

export const configSchema = v.strictObject({
  integrator: id,
  storageKey: v.exactOptional(id),
  apiKey: v.exactOptional(text),
  baseUrl: url,
  yieldUrl: v.exactOptional(url),
  tokensUrl: url,
  exchangeRatesUrl: url,
  chains: v.pipe(v.array(chain), v.minLength(1)),
  input: v.exactOptional(v.object({ ...tokenChoice, amount: v.exactOptional(v.string()) })),
  output: v.exactOptional(
    v.object({
      ...tokenChoice,
      amount: v.exactOptional(v.string()),
      recipient: v.exactOptional(address),
    }),
  ),
  tradeType: v.exactOptional(v.picklist(['sell', 'buy', 'both'])),
  lockedFields: v.exactOptional(v.array(v.picklist(['input', 'output', 'amount', 'recipient']))),
  slippageBps: v.exactOptional(perChain(slippage)),
  slippageBoundsBps: v.exactOptional(
    v.strictObject({ min: v.exactOptional(slippage), max: v.exactOptional(slippage) }),
  ),
  partner: v.exactOptional(perChain(v.object({ address, feeBps: integer(0, CONFIG_LIMITS.partnerFeeBps) }))),
  routing: v.exactOptional(
    v.strictObject({
      modulesFilter: v.exactOptional(moduleIds),
      modulesDisabled: v.exactOptional(moduleIds),
      surgeProtection: v.exactOptional(v.boolean()),
      fastMode: v.exactOptional(v.boolean()),
    }),
  ),
  priceRefreshMs: v.exactOptional(integer(CONFIG_LIMITS.minPriceRefreshMs, CONFIG_LIMITS.maxPriceRefreshMs)),
  deadlineSeconds: v.exactOptional(
    perChain(integer(CONFIG_LIMITS.minDeadlineSeconds, CONFIG_LIMITS.maxDeadlineSeconds)),
  ),
  quoteToleranceBps: v.exactOptional(integer(0, CONFIG_LIMITS.quoteToleranceBps)),
  verification: v.exactOptional(v.picklist(['enforce', 'warn'])),
  valueLossBps: v.exactOptional(
    v.strictObject({
      warn: v.exactOptional(integer(0, 1_000)),
      confirm: v.exactOptional(integer(0, 1_000)),
      block: v.exactOptional(integer(0, 10_000)),
    }),
  ),
  impactBps: v.exactOptional(
    v.strictObject({ notice: v.exactOptional(integer(1, 500)), high: v.exactOptional(integer(1, 500)) }),
  ),
  pauseBeforeSigning: v.exactOptional(v.boolean()),
  approvals: v.exactOptional(
    v.strictObject({
      unlimited: v.exactOptional(v.boolean()),
      permits: v.exactOptional(v.boolean()),
      batches: v.exactOptional(v.boolean()),
    }),
  ),
  unknownPrice: v.exactOptional(v.picklist(['confirm', 'block'])),
  minAmountUsd: v.exactOptional(v.pipe(v.number(), v.minValue(0), v.maxValue(1e9))),
  recipient: v.exactOptional(v.picklist(['hidden', 'optional', 'required'])),
  mode: v.exactOptional(v.picklist(['inline', 'modal', 'drawer', 'floating'])),
  theme: v.exactOptional(v.picklist(['light', 'dark', 'system'])),
  themeTokens: v.exactOptional(v.record(v.string(), v.string())),
  font: v.exactOptional(v.picklist(['sluice', 'inherit'])),
  hidden: v.exactOptional(
    v.array(v.picklist(['settings', 'wallet', 'flip', 'balanceShares', 'verifiedLine'])),
  ),
  fixedSettings: v.exactOptional(v.array(v.picklist(FIXABLE_SETTINGS))),
  locale: v.exactOptional(text),
  languages: v.exactOptional(v.pipe(v.array(v.picklist(LANGUAGES)), v.minLength(1))),
  messages: v.exactOptional(v.record(v.string(), v.union([text, v.record(v.string(), text), messages]))),
  listedTokens: v.exactOptional(v.union([listedTokens, v.object({ tokens: listedTokens })])),
  tokens: v.exactOptional(
    v.record(
      v.pipe(v.string(), v.digits()),
      v.strictObject({
        ...tokenRules,
        featured: v.exactOptional(addresses),
        input: v.exactOptional(v.strictObject(tokenRules)),
        output: v.exactOptional(v.strictObject(tokenRules)),
      }),
    ),
  ),
  tokenImport: v.exactOptional(v.boolean()),
  forbiddenPairs: v.exactOptional(v.array(v.object({ chainId, input: address, output: address }))),
  logoHosts: v.exactOptional(v.array(text)),
  supportUrl: v.exactOptional(url),
  urlSync: v.exactOptional(v.union([v.boolean(), v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,32}$/))])),
  persistTokens: v.exactOptional(v.boolean()),
  notifyEnd: v.exactOptional(v.picklist(['off', 'title', 'system'])),
})

/** The fields that JSON cannot contain. */
export const CODE_FIELDS = [
  'priceSource',
  'hooks',
  'onConnect',
  'connectors',
  'provider',
  'wagmiConfig',
  'queryClient',
] as const
