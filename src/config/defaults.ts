/** What a host need not write. Units as in `WidgetConfig`. */
export const CONFIG_DEFAULTS = {
  slippageBps: 50,
  priceRefreshMs: 10_000,
  quoteToleranceBps: 10,
  verification: 'enforce',
  theme: 'system',
  codec: 'sluice',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
} as const

/** The interfaces' limits on what a host may ask for. */
export const CONFIG_LIMITS = {
  slippageBps: 5_000,
  partnerFeeBps: 1_000,
  quoteToleranceBps: 1_000,
  minPriceRefreshMs: 2_000,
  maxPriceRefreshMs: 600_000,
  pidPattern: /^[\x21-\x7e]{1,128}$/,
} as const
