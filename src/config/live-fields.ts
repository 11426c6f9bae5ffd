import type { WidgetConfig } from './types.ts'

/**
 * How a running widget handles a changed value of each field.
 * - `live`: takes effect immediately, no state is lost.
 * - `initial`: only used when a widget is created.
 * - `rebuild`: a changed value creates a new widget.
 */
export const LIVE_FIELDS = {
  integrator: 'live',
  storageKey: 'initial',
  apiKey: 'live',
  baseUrl: 'live',
  yieldUrl: 'live',
  tokensUrl: 'live',
  exchangeRatesUrl: 'live',
  chains: 'rebuild',
  input: 'initial',
  output: 'initial',
  lockedFields: 'rebuild',
  slippageBps: 'initial',
  slippageBoundsBps: 'initial',
  partner: 'live',
  routing: 'live',
  priceRefreshMs: 'live',
  deadlineSeconds: 'live',
  quoteToleranceBps: 'live',
  verification: 'live',
  valueLossBps: 'live',
  pauseBeforeSigning: 'initial',
  approvals: 'live',
  unknownPrice: 'live',
  recipient: 'live',
  theme: 'live',
  themeTokens: 'live',
  hidden: 'live',
  fixedSettings: 'initial',
  locale: 'live',
  messages: 'live',
  priceSource: 'live',
  listedTokens: 'live',
  tokens: 'live',
  forbiddenPairs: 'live',
  logoHosts: 'live',
  supportUrl: 'live',
  urlSync: 'initial',
  persistTokens: 'initial',
  notifyEnd: 'live',
  hooks: 'live',
  onConnect: 'live',
  provider: 'rebuild',
  wagmiConfig: 'rebuild',
  queryClient: 'rebuild',
} as const satisfies Record<keyof WidgetConfig, 'live' | 'initial' | 'rebuild'>
