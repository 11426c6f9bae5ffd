import { Detail } from '../../components/detail-list.tsx'
import { useStore } from '../../hooks/use-store.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { useWidget } from '../../hooks/use-widget.ts'

/** How long a swap took, from when it was sent to its receipt, as the activity recorded both. */
export function SwapDuration({ id }: { id: string }) {
  const { t, locale } = useTranslation()
  const entry = useStore(useWidget().activity, ({ entries }) => entries.find((known) => known.id === id))
  const durationMs = entry?.endedAt === undefined ? 0 : entry.endedAt - entry.startedAt
  // 0: it was recorded only once it was complete.
  if (durationMs <= 0) return null
  return <Detail label={t('progress.duration')}>{formatDuration(durationMs, locale)}</Detail>
}

/** The two largest units: "14 sec", "1 min 6 sec", "2 hr 5 min". Never less than a second. */
function formatDuration(ms: number, locale: string): string {
  const total = Math.max(1, Math.round(ms / 1_000))
  const parts = [
    [Math.floor(total / 3_600), 'hour'],
    [Math.floor(total / 60) % 60, 'minute'],
    [total % 60, 'second'],
  ] as const
  const first = parts.findIndex(([count]) => count > 0)
  return parts
    .slice(first, first + 2)
    .filter(([count]) => count > 0)
    .map(([count, unit]) =>
      new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(count),
    )
    .join(' ')
}
