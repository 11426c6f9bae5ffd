import { Detail } from '../../components/detail-list.tsx'
import { useStore } from '../../hooks/use-store.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { useWidget } from '../../hooks/use-widget.ts'
import { formatDuration } from '../../lib/format-duration.ts'

/** The recorded time from sending a swap to its receipt. */
export function SwapDuration({ id }: { id: string }) {
  const { t, locale } = useTranslation()
  const entry = useStore(useWidget().activity, ({ entries }) => entries.find((known) => known.id === id))
  const durationMs = entry?.endedAt === undefined ? 0 : entry.endedAt - entry.startedAt
  // The duration is 0 if the swap was recorded only after it had completed.
  if (durationMs <= 0) return null
  return <Detail label={t('progress.duration')}>{formatDuration(durationMs, locale)}</Detail>
}
