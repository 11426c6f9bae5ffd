import {
  MAX_DEADLINE_SECONDS,
  MAX_PARTNER_FEE_BPS,
  MAX_SLIPPAGE_BPS,
  MIN_DEADLINE_SECONDS,
  PID_PATTERN,
} from '../../wire/limits.ts'

/** Defaults of optional config fields. Units as in `WidgetConfig`. */
export const CONFIG_DEFAULTS = {
  slippageBps: 50,
  priceRefreshMs: 10_000,
  /** Includes the time to read the wallet's prompt. */
  deadlineSeconds: 300,
  quoteToleranceBps: 10,
  verification: 'enforce',
  pauseBeforeSigning: false,
  approvals: { unlimited: false, permits: true, batches: true },
  unknownPrice: 'confirm',
  recipient: 'hidden',
  notifyEnd: 'title',
  theme: 'system',
  codec: 'sluice',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
} as const

/** The settings that a host can fix, by their names in the settings. */
export const FIXABLE_SETTINGS = [
  'slippageBps',
  'deadlineSeconds',
  'modulesDisabled',
  'hidesSmallBalances',
  'pauseBeforeSigning',
  'theme',
  'language',
] as const

/** Limits of config values. */
export const CONFIG_LIMITS = {
  slippageBps: MAX_SLIPPAGE_BPS,
  partnerFeeBps: MAX_PARTNER_FEE_BPS,
  quoteToleranceBps: 1_000,
  minDeadlineSeconds: MIN_DEADLINE_SECONDS,
  maxDeadlineSeconds: MAX_DEADLINE_SECONDS,
  minPriceRefreshMs: 2_000,
  maxPriceRefreshMs: 600_000,
  pidPattern: PID_PATTERN,
} as const
