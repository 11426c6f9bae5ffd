import type { Translation } from '../i18n/create-translation.ts'

interface Done {
  token: { decimals: number; symbol: string }
  /** Base units from the receipt; undefined if it contains none. */
  received: bigint | string | undefined
  /** True if the receiver is the account that paid. */
  isSelf: boolean
}

/** The text of a completed swap: the receiver and the amount, if a receipt contains it. */
export function getDoneText({ t, format }: Translation, { token, received, isSelf }: Done): string {
  if (received === undefined) return t('progress.titleDone')
  const { decimals, symbol } = token
  const amount = format.amount(BigInt(received), decimals, symbol)
  return t(isSelf ? 'progress.announceDone' : 'progress.announceDoneRecipient', { amount, token: symbol })
}
