import { Detail } from '../../components/detail-list.tsx'
import { useStore } from '../../hooks/use-store.ts'
import { useTranslation } from '../../hooks/use-translation.ts'
import { useWidget } from '../../hooks/use-widget.ts'

/** The recorded time from sending a swap to its receipt. */
export function SwapDuration({ id }: { id: string }) {
  const { t, locale } = useTranslation()
  const entry = useStore(useWidget().activity, ({ entries }) => entries.find((known) => known.id === id))
  const durationMs = entry?.endedAt === undefined ? 0 : entry.endedAt - entry.startedAt
  // The duration is 0 if the swap was recorded only after it had completed.
  if (durationMs <= 0) return null
  return <Detail label={t('progress.duration')}>{formatDuration(durationMs, locale)}</Detail>
}

/** Formats the two largest units: "14 sec", "1 min 6 sec", "2 hr 5 min". At least one second. */
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
