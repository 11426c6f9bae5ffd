import type { WidgetConfig } from './types.ts'

/**
 * What becomes of each field when a running widget is given another value.
 * - `live`: takes effect at once, nothing is lost.
 * - `initial`: what the widget starts with; a later value is for the next one.
 * - `rebuild`: belongs to what the widget is made of; a changed value makes a new widget.
 */
export const LIVE_FIELDS = {
  integrator: 'live',
  apiKey: 'live',
  baseUrl: 'live',
  yieldUrl: 'live',
  tokensUrl: 'live',
  exchangeRatesUrl: 'live',
  chains: 'rebuild',
  input: 'initial',
  output: 'initial',
  slippageBps: 'initial',
  partner: 'live',
  priceRefreshMs: 'live',
  quoteToleranceBps: 'live',
  verification: 'live',
  theme: 'live',
  themeTokens: 'live',
  locale: 'live',
  priceSource: 'live',
  listedTokens: 'live',
  logoHosts: 'live',
  wagmiConfig: 'rebuild',
  queryClient: 'rebuild',
} as const satisfies Record<keyof WidgetConfig, 'live' | 'initial' | 'rebuild'>
