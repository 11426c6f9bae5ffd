import type { ActivityEntry } from '../../store/types.ts'

export interface ActivityDay {
  /** Local midnight, in milliseconds since the epoch. */
  start: number
  /** Full days before today. */
  age: number
  entries: ActivityEntry[]
}

/** Groups entries by the local day of their start. Keeps their order. */
export function groupByDay(entries: readonly ActivityEntry[], now: number): ActivityDay[] {
  const today = startOfDay(now)
  const days = new Map<number, ActivityEntry[]>()
  for (const entry of entries) {
    const start = startOfDay(entry.startedAt)
    days.set(start, [...(days.get(start) ?? []), entry])
  }
  // Days with a clock change have 23 or 25 hours.
  return [...days].map(([start, list]) => ({
    start,
    age: Math.round((today - start) / 86_400_000),
    entries: list,
  }))
}

function startOfDay(time: number): number {
  return new Date(time).setHours(0, 0, 0, 0)
}
