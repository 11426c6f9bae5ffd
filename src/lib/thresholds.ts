/**
 * Every threshold that decides what the user sees, confirms or waits for. Limits of the interfaces
 * are in `wire/limits.ts`, limits of config values in `src/config/defaults.ts`.
 */

/** Basis points of price impact from which it is shown as noticeable, and as high. */
export const NOTICEABLE_IMPACT_BPS = 100
export const HIGH_IMPACT_BPS = 500
/** Percent lost by selling back immediately (`surgeValue`) above which a warning is shown. */
export const HIGH_SURGE_PERCENT = 10
/** Basis points of the price that a part of a trade may cost before a smaller amount is offered. */
export const FAIR_PRICE_BPS = 300
/**
 * Basis points of the value paid. A trade or a slippage limit that may lose more needs an
 * acknowledgement.
 */
export const HIGH_VALUE_LOSS_BPS = 500
/** The highest `valueLossBps.confirm` that a host may set. */
export const MAX_VALUE_LOSS_BPS = 1_000
/** The longest deadline that the settings offer, and that is restored from storage. */
export const MAX_CHOSEN_DEADLINE_SECONDS = 86_400
/** Share by which two sources of a USD value may differ, because of pools, fees and time. */
export const VALUE_TOLERANCE = 0.05
/**
 * The largest gain of a trade, as a share. A larger gain comes from a wrong USD value, which then
 * counts as unknown.
 */
export const MAX_GAIN = 1
/** Basis points of the output. Fees above it are shown beside the amount. */
export const NOTABLE_FEE_BPS = 50

/** Holdings below this value are small. */
export const SMALL_BALANCE_USD = 1

/** Debounce before the first price of new inputs is requested. */
export const PRICE_DEBOUNCE_MS = 250
/**
 * The refresh interval of a price after repeated failures, unless the host's interval or the
 * service's wait is longer.
 */
export const MAX_BACK_OFF_MS = 120_000
/** After this time without any input the user is assumed away, and the price is not refreshed. */
export const IDLE_MS = 300_000
/** Debounce before a search is sent. */
export const SEARCH_DEBOUNCE_MS = 200
/** A price whose refreshes fail may still be reviewed for this long. */
export const STALE_PRICE_MS = 60_000
/** The longest interval between two refreshes of the price on the review page. */
export const REVIEW_REFRESH_MS = 2_000
/** A reviewed price that is older must be refreshed before Confirm, e.g. after the device slept. */
export const REVIEWED_PRICE_MS = 120_000
/** How long a USD price counts as current. */
export const FRESH_USD_PRICE_MS = 30_000
/** How long the closing seal is shown before the wallet opens. */
export const SEAL_MS = 250
/** How long a quote counts as current. Its deadline on chain is later. */
export const FRESH_QUOTE_MS = 30_000
/** How long a hook of the host may take. The quote has to be fresh after it. */
export const HOST_HOOK_MS = 20_000
/**
 * Delay before new amounts can be accepted, so that a double click on Confirm does not accept them
 * unread.
 */
export const DOUBLE_CLICK_MS = 700

/**
 * Limits above which yield data is rejected as implausible: APY in percent per year, total deposits
 * in USD.
 */
export const MAX_APY_PERCENT = 1_000
export const MAX_TVL_USD = 1e12
/** Yield data whose refreshes fail is shown for this long. */
export const STALE_YIELD_MS = 15 * 60_000

/** A transaction that is pending for longer than this many blocks can be sped up or cancelled. */
export const STUCK_BLOCKS = 6
/** The minimum of that time, because fast chains have slow moments. */
export const MIN_STUCK_MS = 30_000
/**
 * A replacement pays at most this multiple of the fee per gas that was signed first, whatever a
 * node reports.
 */
export const MAX_FEE_RAISE = 4n
/** How often a stuck transaction is checked. */
export const STUCK_CHECK_MS = 10_000

/** Maximum difference between the local clock and the service's. */
export const MAX_CLOCK_SKEW_MS = 3_600_000
/** Maximum by which a service that dates its responses ahead can extend the deadline. */
export const MAX_DEADLINE_STRETCH_MS = 240_000
/**
 * How long after its deadline a swap may still appear on chain: clocks differ, and blocks are late.
 */
export const LATE_MS = 120_000
/** A gas limit above this multiple of the expected gas is unusual and needs an acknowledgement. */
export const UNUSUAL_GAS_FACTOR = 3n
/** Maximum gas limit of an approval, as a multiple of the simulated gas. */
export const APPROVAL_GAS_FACTOR = 3n
/** Maximum gas limit of an approval, whatever a node simulates or estimates. */
export const MAX_APPROVAL_GAS = 2_000_000n

/** After this time a running step shows its duration. */
export const SHOW_ELAPSED_AFTER_MS = 5_000

/**
 * The stored and reported length of a quote or response id. Signed ids have a few hundred
 * characters.
 */
export const MAX_SUPPORT_ID_LENGTH = 1_000
