export type ErrorGroup = 'integrator' | 'user' | 'retry' | 'input' | 'broken'

/**
 * Every error code with its message and its group, which says what can be done: `integrator` is a mistake of the host,
 * `user` a decision of the user, `retry` may succeed when tried again, `input` needs another input, `broken` neither.
 * A message must be true wherever its code can occur: after an approval, in the form or during a swap. Only after a receipt
 * may it say where the tokens are.
 */
export const ERROR_CODES = {
  CONFIG_INVALID: { group: 'integrator', message: 'The widget is not set up correctly.' },
  USER_REJECTED: { group: 'user', message: 'You declined the request in your wallet. Nothing was swapped.' },
  NETWORK_LOST: { group: 'retry', message: 'No connection. Check your internet connection and try again.' },
  LOAD_FAILED: { group: 'retry', message: 'Part of the widget could not be loaded. Reload the page.' },
  TIMEOUT: { group: 'retry', message: 'This is taking longer than usual. Try again.' },
  RATE_LIMITED: { group: 'retry', message: 'Too many requests. Wait a moment.' },
  SERVICE_UNAVAILABLE: { group: 'retry', message: 'The price service is not available.' },
  SERVICE_ERROR: { group: 'retry', message: 'The price service had a problem. Try again.' },
  INVALID_RESPONSE: { group: 'retry', message: 'The price service sent an unreadable answer.' },
  CATALOGUE_UNAVAILABLE: { group: 'retry', message: 'The token list gave no usable answer. Try again.' },
  CATALOGUE_REFUSED: { group: 'integrator', message: 'The token list did not accept the request.' },
  RPC_UNAVAILABLE: { group: 'retry', message: 'The network’s node gave no usable answer. Try again.' },
  FORBIDDEN: { group: 'integrator', message: 'This site is not allowed to use the swap service.' },
  INVALID_REQUEST: { group: 'input', message: 'The price service did not accept this request.' },
  NO_ROUTE: { group: 'input', message: 'No route was found for this trade. Try another amount or token.' },
  PAIR_NOT_OFFERED: { group: 'input', message: 'This site does not offer this pair. Choose another token.' },
  INSUFFICIENT_BALANCE: { group: 'input', message: 'Your balance is too low for this amount.' },
  INSUFFICIENT_GAS: { group: 'input', message: 'Your balance is too low to pay the network fee.' },
  CHAIN_MISMATCH: { group: 'retry', message: 'Your wallet is on another network.' },
  CHAIN_SWITCH_UNSUPPORTED: {
    group: 'input',
    message: 'Your wallet cannot switch networks. Switch it by hand.',
  },
  ACCOUNT_CHANGED: {
    group: 'retry',
    message: 'Your wallet switched to another account. Nothing was swapped.',
  },
  WALLET_NOT_FOUND: { group: 'input', message: 'That wallet is not available in this browser.' },
  WALLET_ERROR: {
    group: 'retry',
    message: 'Your wallet reported a problem. Look there before you try again.',
  },
  REQUEST_PENDING: {
    group: 'retry',
    message: 'A request is already open in your wallet. Answer it there before you try again.',
  },
  CONFIRMED_ELSEWHERE: {
    group: 'retry',
    message: 'Another tab is confirming this swap.',
  },
  UNTRUSTED_ROUTER: {
    group: 'broken',
    message: 'The quote names a contract this site does not trust. The swap was not signed.',
  },
  QUOTE_MISMATCH: {
    group: 'broken',
    message: 'The quote does not do what the screen says. The swap was not signed.',
  },
  QUOTE_EXPIRED: { group: 'retry', message: 'The quote has expired. Ask for a new one.' },
  CLOCK_WRONG: { group: 'retry', message: 'The clock of this device seems wrong. Set it, then try again.' },
  UNVERIFIABLE: { group: 'broken', message: 'This trade cannot be verified here, so it cannot be signed.' },
  TOKEN_MISMATCH: {
    group: 'broken',
    message: 'The token list is wrong about a token’s decimals, so its amounts mean something else.',
  },
  SIMULATION_FAILED: {
    group: 'retry',
    message: 'A trial run of this trade failed. The swap was not signed.',
  },
  HOST_REJECTED: {
    group: 'input',
    message: 'This site stopped the swap before your wallet was asked. Nothing was swapped.',
  },
  SURGE_PROTECTION: {
    group: 'input',
    message: 'Less than 90% would come back if you sold at once. The swap was not signed.',
  },
  ALLOWANCE_TOO_LOW: { group: 'retry', message: 'The approved amount is smaller than this trade needs.' },
  TRANSACTION_REVERTED: {
    group: 'retry',
    message: 'The transaction failed on chain. Your tokens stayed in your wallet; the network fee was paid.',
  },
  SLIPPAGE_EXCEEDED: {
    group: 'retry',
    message: 'The price moved past your limit. Your tokens stayed in your wallet; the network fee was paid.',
  },
  TRANSACTION_CANCELLED: { group: 'user', message: 'The transaction was cancelled in your wallet.' },
  TRANSACTION_DROPPED: {
    group: 'retry',
    message: 'The network seems to have dropped the transaction. Check your wallet: it may still go through.',
  },
  UNKNOWN: { group: 'broken', message: 'Something went wrong. Check your wallet before you try again.' },
} as const satisfies Record<string, { group: ErrorGroup; message: string }>

export type ErrorCode = keyof typeof ERROR_CODES
