import { useTranslation } from './use-translation.ts'

/**
 * Formats the time until which the other signers can execute a swap.
 *
 * @param deadlineAt Milliseconds since the epoch.
 */
export function useSignersHelp(): (deadlineAt: number | undefined) => string {
  const { t, locale } = useTranslation()
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
  return (deadlineAt) =>
    deadlineAt === undefined
      ? t('progress.signersOpen')
      : t('progress.signersUntil', { time: format.format(deadlineAt) })
}
