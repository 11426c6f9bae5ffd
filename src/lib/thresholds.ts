/**
 * Every number that decides what a person sees, is asked or waits for. Limits of the wire are in `src/wire`, what a host
 * may set in `src/config/defaults.ts`.
 */

/** Basis points of price impact from which it is shown as noticeable, and as high. */
export const NOTICEABLE_IMPACT_BPS = 100
export const HIGH_IMPACT_BPS = 500
/** Share of the value paid. A trade that loses more needs an acknowledgement. */
export const HIGH_VALUE_LOSS = 0.1
/** Share by which two sources of a USD value may differ: pools, fees and seconds apart. */
export const VALUE_TOLERANCE = 0.05
/** Basis points of the output. Fees above it are shown beside the amount. */
export const NOTABLE_FEE_BPS = 50

/** How long typing must pause before the first price of new inputs is requested. */
export const PRICE_DEBOUNCE_MS = 250
/** How long typing must pause before a search is sent. */
export const SEARCH_DEBOUNCE_MS = 200
/** A price whose refreshes fail may still be reviewed for this long. */
export const STALE_PRICE_MS = 60_000
/** How long a USD price counts as current. */
export const FRESH_USD_PRICE_MS = 30_000
/** How long a quote counts as current. Its deadline on chain is later. */
export const FRESH_QUOTE_MS = 30_000
/** The second click of a double click on Confirm must not accept figures that nobody has read. */
export const DOUBLE_CLICK_MS = 700

/** Sent as `deadlineSeconds`: time enough to read the wallet's window. */
export const DEADLINE_SECONDS = 300
/** How wrong a visitor's clock may be. */
export const MAX_CLOCK_SKEW_MS = 3_600_000
/** How far a service that dates its answers ahead may stretch the deadline. */
export const MAX_DEADLINE_STRETCH_MS = 240_000
/** A gas limit above this many times the expected gas is unusual: the person is asked. */
export const UNUSUAL_GAS_FACTOR = 3n
/** How many times the simulated gas an approval may be sent with. */
export const APPROVAL_GAS_FACTOR = 3n
