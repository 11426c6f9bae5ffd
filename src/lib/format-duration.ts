/** Formats the two largest units: "14 sec", "1 min 6 sec", "2 hr 5 min". At least one second. */
export function formatDuration(ms: number, locale: string): string {
  const total = Math.max(1, Math.round(ms / 1_000))
  const parts = [
    [Math.floor(total / 86_400), 'day'],
    [Math.floor(total / 3_600) % 24, 'hour'],
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
