export type ErrorGroup = 'integrator' | 'user' | 'retry' | 'input' | 'broken'

/**
 * Every error code with its message and its group, which shows what can be done: `integrator` is a
 * mistake of the host, `user` a decision of the user, `retry` may succeed when tried again, `input`
 * needs another input, `broken` neither. A message must be true wherever its code can occur: after
 * an approval, in the form or during a swap. Only after a receipt may it name the location of the
 * tokens. The form shows the first sentence, then the advice.
 * @example
 * const { group, message } = ERROR_CODES.NO_ROUTE
 * console.log(group, message)
 */
export const ERROR_CODES = {
  CONFIG_INVALID: { group: 'integrator', message: 'The widget is not set up correctly.' },
  USER_REJECTED: { group: 'user', message: 'You declined the request in your wallet. Nothing was swapped.' },
  NETWORK_LOST: { group: 'retry', message: 'No connection. Check your internet connection, then try again.' },
  LOAD_FAILED: {
    group: 'retry',
    message: 'Part of this page could not be loaded. Reload the page, then try again.',
  },
  TIMEOUT: { group: 'retry', message: 'This takes longer than usual. Please try again in a moment.' },
  RATE_LIMITED: { group: 'retry', message: 'Too many requests. Please wait a moment.' },
  SERVICE_UNAVAILABLE: {
    group: 'retry',
    message: 'The price service is unavailable. Please try again in a moment.',
  },
  SERVICE_ERROR: {
    group: 'retry',
    message: 'The price service had a problem. Please try again in a moment.',
  },
  INVALID_RESPONSE: {
    group: 'retry',
    message: 'The price service sent something unreadable. Please try again in a moment.',
  },
  CATALOGUE_UNAVAILABLE: { group: 'retry', message: 'The token list gave no usable answer. Try again.' },
  CATALOGUE_REFUSED: { group: 'integrator', message: 'The token list did not accept the request.' },
  RPC_UNAVAILABLE: {
    group: 'retry',
    message: 'No usable answer from the network’s node. Please try again in a moment.',
  },
  FORBIDDEN: { group: 'integrator', message: 'This site isn’t allowed to use the swap service.' },
  INVALID_REQUEST: {
    group: 'input',
    message: 'The price service did not accept this request. Try another amount or another token.',
  },
  NO_ROUTE: { group: 'input', message: 'No route for this trade. Try another amount or another token.' },
  PAIR_NOT_OFFERED: { group: 'input', message: 'This site doesn’t offer this pair. Choose another token.' },
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
  UNVERIFIABLE: {
    group: 'broken',
    message: 'This trade cannot be checked here. What cannot be checked is not signed.',
  },
  TOKEN_MISMATCH: {
    group: 'broken',
    message:
      'The token list is wrong about this token. The amounts on the screen may mean something else on the network. Choose another token.',
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

/**
 * The code of an error: stable, and listed with its meaning in the documentation.
 * @example
 * const ignored: ErrorCode[] = ['USER_REJECTED', 'NO_ROUTE']
 */
export type ErrorCode = keyof typeof ERROR_CODES
