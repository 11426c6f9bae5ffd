import { useQuery } from '@tanstack/react-query'
import { blockMsQuery } from '../queries/block-ms-query.ts'
import type { ActivityEntry } from '../store/types.ts'
import { useStore } from './use-store.ts'
import { useWidget } from './use-widget.ts'

const MAX_SWAPS = 5
/** A swap that was found after its page was closed has no meaningful duration. */
const MAX_DURATION_MS = 600_000

/**
 * Returns how long a transaction usually takes on a chain, in milliseconds: the median of the last
 * swaps, or the block time before the first swap. Undefined is unknown.
 */
export function useUsualDuration(chainId: number): number | undefined {
  const widget = useWidget()
  const median = useStore(widget.activity, ({ entries }) => getMedianDuration(entries, chainId))
  const { data: blockMs } = useQuery(
    { ...blockMsQuery(widget, chainId), enabled: median === undefined },
    widget.queryClient,
  )
  return median ?? (blockMs || undefined)
}

/** Returns the median duration of the last completed swaps on a chain. */
export function getMedianDuration(entries: readonly ActivityEntry[], chainId: number): number | undefined {
  const durations = entries
    .filter((entry) => entry.chainId === chainId && entry.status === 'done')
    .sort((a, b) => b.startedAt - a.startedAt)
    .map(({ startedAt, endedAt = startedAt }) => endedAt - startedAt)
    .filter((duration) => duration > 0 && duration <= MAX_DURATION_MS)
    .slice(0, MAX_SWAPS)
    .sort((a, b) => a - b)
  return durations[Math.floor(durations.length / 2)]
}
