/** Limits of the interfaces, shared by the schemas, the widget's config and its settings. */

export const MAX_SLIPPAGE_BPS = 5_000
export const MAX_PARTNER_FEE_BPS = 1_000
export const PID_PATTERN = /^[\x21-\x7e]{1,128}$/
export const MIN_DEADLINE_SECONDS = 30
export const MAX_DEADLINE_SECONDS = 604_800
export const MODULE_ID_PATTERN = /^[a-z0-9_-]{1,40}$/
export const MAX_MODULE_IDS = 64
/** Maximum pairs in one request for rates. */
export const MAX_RATE_PAIRS = 25
