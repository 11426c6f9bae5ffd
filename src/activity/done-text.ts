import type { Translation } from '../i18n/create-translation.ts'

interface Done {
  token: { decimals: number; symbol: string }
  /** Base units, as the receipt says; undefined where it says nothing. */
  received: bigint | string | undefined
  /** Whether the receiver is the account that paid. */
  isSelf: boolean
}

/** The sentence that tells of a completed swap: who received how much, and no amount that no receipt tells. */
export function getDoneText({ t, format }: Translation, { token, received, isSelf }: Done): string {
  if (received === undefined) return t('progress.titleDone')
  const { decimals, symbol } = token
  const amount = format.amount(BigInt(received), decimals, symbol)
  return t(isSelf ? 'progress.announceDone' : 'progress.announceDoneRecipient', { amount, token: symbol })
}
