const UNITS = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
  { unit: 'second', seconds: 1 },
] as const

/** A duration in the largest unit that it is a whole number of, e.g. "20 min". */
export function formatDuration(locale: string, seconds: number): string {
  const { unit, seconds: size } = UNITS.find((one) => seconds % one.seconds === 0) ?? UNITS[3]
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(seconds / size)
}
