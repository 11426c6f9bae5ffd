import { useTranslation } from '../hooks/use-translation.ts'
import { useUsualDuration } from '../hooks/use-usual-duration.ts'
import { formatDuration } from '../lib/format-duration.ts'

/** How long a transaction usually takes on a chain. Renders nothing if unknown. */
export function UsualDuration({ chainId }: { chainId: number }) {
  const { t, locale } = useTranslation()
  const usualMs = useUsualDuration(chainId)
  return usualMs !== undefined && <p>{t('stage.usual', { time: formatDuration(usualMs, locale) })}</p>
}
