import { useTranslation } from './use-translation.ts'

/** Until when the other signers of a wallet can execute a swap. `deadlineAt`: milliseconds since the epoch. */
export function useSignersHelp(): (deadlineAt: number | undefined) => string {
  const { t, locale } = useTranslation()
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
  return (deadlineAt) =>
    deadlineAt === undefined
      ? t('progress.signersOpen')
      : t('progress.signersUntil', { time: format.format(deadlineAt) })
}
