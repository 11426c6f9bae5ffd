import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { TokenId } from '../config/types.ts'
import type { SluiceError } from '../errors/sluice-error.ts'
import { STALE_YIELD_MS } from '../lib/thresholds.ts'
import { dilutedApyQuery } from '../queries/diluted-apy-query.ts'
import { historicalApyQuery } from '../queries/historical-apy-query.ts'
import { tvlQuery } from '../queries/tvl-query.ts'
import type { YieldFigure, YieldFigureOptions } from '../queries/yield-figure.ts'
import { useWidget } from './use-widget.ts'

/**
 * A figure of the yield interface. `unknown`: it has no plausible figure. `unavailable`: it cannot
 * be reached.
 */
export type FigureView =
  | { status: 'known'; value: number }
  | { status: 'loading' | 'unknown' | 'unavailable' }

export interface TokenYield {
  /** Percent per year in the recent past. */
  historical: FigureView
  /** Percent per year after the deposit. Undefined without one. */
  diluted: FigureView | undefined
  /** US dollars. */
  tvl: FigureView
}

/**
 * Loads the yield of a lending or vault token. Figures are requested one after another, so that a
 * slow yield interface does not block the browser's connections for the price.
 */
export function useTokenYield(
  { chainId, address }: TokenId,
  { deposit = 0n }: { deposit?: bigint | undefined } = {},
): TokenYield {
  const widget = useWidget()
  const token = { chainId, address }
  const historical = useFigure(historicalApyQuery(widget, token), true)
  const diluted = useFigure(
    dilutedApyQuery(widget, { ...token, amount: deposit }),
    historical.status !== 'loading',
  )
  const isDilutedLoaded = deposit === 0n || diluted.status !== 'loading'
  const tvl = useFigure(tvlQuery(widget, token), historical.status !== 'loading' && isDilutedLoaded)
  return { historical, diluted: deposit === 0n ? undefined : diluted, tvl }
}

/** Loads the recent yield of a lending or vault token in percent per year. */
export function useHistoricalApy({ chainId, address }: TokenId): FigureView {
  return useFigure(historicalApyQuery(useWidget(), { chainId, address }), true)
}

function useFigure(options: YieldFigureOptions, isNext: boolean) {
  const widget = useWidget()
  return toView(
    useQuery({ ...options, enabled: options.enabled === true && isNext }, widget.queryClient),
    Date.now(),
  )
}

function toView(
  { data, error, dataUpdatedAt }: UseQueryResult<YieldFigure, SluiceError>,
  now: number,
): FigureView {
  const isCurrent = !error || now - dataUpdatedAt < STALE_YIELD_MS
  if (data !== undefined && isCurrent) {
    return data === null ? { status: 'unknown' } : { status: 'known', value: data }
  }
  return { status: error ? 'unavailable' : 'loading' }
}
