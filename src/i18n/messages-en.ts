import { ERROR_CODES } from '../errors/codes.ts'
import type { Message } from './message.ts'

/**
 * The error codes that can occur in the form. Further codes of a running swap have texts that load
 * later.
 */
const FORM_ERRORS = [
  'CONFIG_INVALID',
  'NETWORK_LOST',
  'LOAD_FAILED',
  'TIMEOUT',
  'RATE_LIMITED',
  'SERVICE_UNAVAILABLE',
  'SERVICE_ERROR',
  'INVALID_RESPONSE',
  'RPC_UNAVAILABLE',
  'FORBIDDEN',
  'INVALID_REQUEST',
  'NO_ROUTE',
  'PAIR_NOT_OFFERED',
  'UNVERIFIABLE',
  'TOKEN_MISMATCH',
  'UNKNOWN',
] as const

/**
 * The English texts of the first page. `{name}` is a param; a message with `one` and `other` is
 * selected by the param `count`. Other languages are modules with the same keys, loaded on demand.
 */
export const MESSAGES_EN = {
  'action.back': 'Back',
  'action.connect': 'Connect wallet',
  'action.reload': 'Start again',
  'action.review': 'Review swap',
  'action.reviewWrap': 'Review wrap',
  'action.reviewUnwrap': 'Review unwrap',
  'action.switchChain': 'Switch to {chain}',
  'action.tryAgain': 'Try again',

  'widget.loading': 'Loading the swap',
  'widget.broken.title': 'The swap could not be shown',
  'widget.verified': 'Every quote is checked before you sign',

  'swap.title': 'Swap',
  'swap.pay': 'You pay',
  'swap.receive': 'You receive',
  'swap.payAmount': 'Amount you pay',
  'swap.enterUsd': 'Enter the amount in dollars',
  'swap.enterToken': 'Enter the amount in {token}',
  'swap.receiveAmount': 'Amount you receive',
  'swap.receiveFixed': 'It follows from what you pay',
  'swap.payFixed': 'It follows from what you receive',
  'swap.payToken': 'Token you pay: {token}',
  'swap.payTokenLocked': 'Token you pay, set by this site: {token}',
  'swap.receiveTokenLocked': 'Token you receive, set by this site: {token}',
  'swap.receiveToken': 'Token you receive: {token}',
  'swap.chooseToken': 'Select token',
  'swap.flip': 'Switch the two tokens',
  'swap.balance': 'Balance {amount}',
  'swap.balanceUnknown': 'Balance unknown',
  'swap.settings': 'Settings',
  'swap.settingsChanged': 'Settings, slippage {percent}',
  'swap.wallet': 'Wallet {address}',
  'swap.activityPending': { one: 'Activity, {count} pending swap', other: 'Activity, {count} pending swaps' },
  'swap.sendToRecipient': 'Send to another address',
  'swap.addRecipient': 'Add recipient',
  'swap.changeRecipient': 'Recipient {address}',
  'swap.recipientLocked': 'Recipient, set by this site',
  'swap.button.selectToken': 'Select a token',
  'swap.button.enterAmount': 'Enter an amount',
  'swap.button.enterRecipient': 'Enter a recipient',
  'swap.button.changeRecipient': 'Change the recipient',
  'swap.button.loading': 'Finding the best price…',
  'swap.button.insufficient': 'Not enough {token}',
  'swap.button.insufficientMaximum': 'Needs up to {amount} {token}',
  'swap.button.minimum': 'Trade at least {amount}',
  'swap.button.noRouter': 'Prices only on this network',

  'price.loading': 'Finding the best price',

  'review.recipient': 'Recipient',

  'value.none': 'Value unknown',

  'activity.title': 'Activity',

  ...errorTexts(),
  'error.CONFIG_INVALID.help': 'Please tell the owner of this site.',
  'error.FORBIDDEN.help': 'Please tell the owner of this site.',
  'error.SERVICE_UNAVAILABLE.help': 'Your amount stays in the form. Please try again in a moment.',
} as const satisfies Record<string, Message>

type FormError = (typeof FORM_ERRORS)[number]

/** Splits the texts of `ERROR_CODES`: the first sentence is the title, the rest is the advice. */
function errorTexts() {
  const texts = FORM_ERRORS.flatMap((code) => {
    const [title = '', advice] = ERROR_CODES[code].message.replace(/[.]$/, '').split(/[.] (.*)/)
    return [
      [`error.${code}`, title],
      [`error.${code}.help`, `${advice}.`],
    ]
  })
  return Object.fromEntries(texts) as Record<`error.${FormError}` | `error.${FormError}.help`, string>
}
