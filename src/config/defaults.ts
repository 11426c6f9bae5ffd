import { MAX_PARTNER_FEE_BPS, MAX_SLIPPAGE_BPS, PID_PATTERN } from '../wire/limits.ts'

/** Defaults of optional config fields. Units as in `WidgetConfig`. */
export const CONFIG_DEFAULTS = {
  slippageBps: 50,
  priceRefreshMs: 10_000,
  quoteToleranceBps: 10,
  verification: 'enforce',
  theme: 'system',
  codec: 'sluice',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
} as const

/** Limits of config values. */
export const CONFIG_LIMITS = {
  slippageBps: MAX_SLIPPAGE_BPS,
  partnerFeeBps: MAX_PARTNER_FEE_BPS,
  quoteToleranceBps: 1_000,
  minPriceRefreshMs: 2_000,
  maxPriceRefreshMs: 600_000,
  pidPattern: PID_PATTERN,
} as const
