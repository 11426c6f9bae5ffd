import { onlineManager, skipToken, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { PriceResult } from '../../wire/router.ts'
import { asSluiceError, SluiceError } from '../errors/sluice-error.ts'
import { isRunning } from '../execution/machine/is-running.ts'
import { quotedInput } from '../lib/purchase.ts'
import { IDLE_MS, REVIEW_REFRESH_MS, STALE_PRICE_MS } from '../lib/thresholds.ts'
import { type PriceInputs, priceQuery, priceRefreshDelay } from '../queries/price-query.ts'
import { queryKey } from '../queries/query-context.ts'
import { wrapPriceQuery } from '../queries/wrap-price-query.ts'
import { useConfig } from './use-config.ts'
import { useExecution } from './use-execution.ts'
import { useNavigation } from './use-navigation.ts'
import { usePriceInputs } from './use-price-inputs.ts'
import { useWidget } from './use-widget.ts'

export interface ReadyPrice {
  status: 'ready'
  inputs: PriceInputs
  price: PriceResult
  /** Input and output in base units. One was typed; the other comes from the price. */
  inputAmount: bigint
  outputAmount: bigint
  requestId: string | undefined
  /** True if the last refresh failed or is overdue. */
  isStale: boolean
  /** True if refreshes are paused because the user has been idle for minutes. */
  isIdle: boolean
  error: SluiceError | undefined
  /** Milliseconds since the epoch. */
  updatedAt: number
  /**
   * Milliseconds since the epoch. Undefined while no refresh is scheduled: offline, or after a
   * permanent error.
   */
  nextRefreshAt: number | undefined
  isRefreshing: boolean
}

export type PriceView =
  /** The form has no pair or no amount. */
  | { status: 'idle' }
  | { status: 'loading'; inputs: PriceInputs }
  | ReadyPrice
  | {
      status: 'error'
      inputs: PriceInputs
      error: SluiceError
      nextRefreshAt: number | undefined
      isRefreshing: boolean
    }

/** Shown as soon as the browser is offline, without a request that would fail. */
const OFFLINE = new SluiceError('NETWORK_LOST')

/** Returns the live price of the form. */
export function usePrice() {
  return usePriceOf(usePriceInputs().inputs)
}

/**
 * Returns the live price of these inputs. Polls while the page is visible, in use and online and no
 * swap is being confirmed, with a shorter interval on the review page. Refetches a stale price as
 * soon as polling resumes.
 */
export function usePriceOf(inputs: PriceInputs | undefined): PriceView & { refresh: () => void } {
  const widget = useWidget()
  const { state: swap } = useExecution()
  const isReview = useNavigation().page === 'review'
  const formRefreshMs = useConfig().priceRefreshMs
  // `CONFIG_LIMITS.minPriceRefreshMs` is at least the interval of the review.
  const priceRefreshMs = isReview ? REVIEW_REFRESH_MS : formRefreshMs
  const isWrap = inputs?.wrapper !== undefined
  // Starts as online: `navigator.onLine` is unreliable until its first event.
  const isOnline = useSyncExternalStore(subscribeOnline, getOnline, getOnline)
  const isOffline = !isWrap && !isOnline
  const isIdle = useIdle(inputs)
  const isPaused = isOffline || (!isWrap && (isIdle || (isRunning(swap) && swap.stage !== 'watching')))
  const options = inputs ? (isWrap ? wrapPriceQuery : priceQuery)(widget, inputs) : idlePrice(widget)
  const query = useQuery(
    {
      ...options,
      staleTime: isWrap ? Number.POSITIVE_INFINITY : priceRefreshMs,
      // Also prevents the refetch on window focus and on reconnect.
      enabled: inputs !== undefined && !isPaused,
      refetchInterval: ({ state }) => !isWrap && priceRefreshDelay(priceRefreshMs, state),
    },
    widget.queryClient,
  )
  const { refetch } = query
  const refresh = useCallback(() => {
    if (inputs) void refetch()
  }, [inputs, refetch])
  return { ...toView(), refresh }

  function toView(): PriceView {
    if (!inputs) return { status: 'idle' }
    const { data, isFetching, dataUpdatedAt, errorUpdatedAt, errorUpdateCount } = query
    const error = isOffline ? OFFLINE : query.error && asSluiceError(query.error)
    const delay = priceRefreshDelay(priceRefreshMs, {
      error,
      dataUpdatedAt,
      errorUpdatedAt,
      errorUpdateCount,
    })
    const lastAt = Math.max(dataUpdatedAt, errorUpdatedAt)
    const isUnscheduled = isWrap || isPaused || delay === false || lastAt === 0
    const nextRefreshAt = isUnscheduled ? undefined : lastAt + delay
    if (data) {
      const staleMs = Math.max(STALE_PRICE_MS, 2 * priceRefreshMs)
      const isOld = !isWrap && (isIdle || Date.now() - dataUpdatedAt > staleMs)
      return {
        status: 'ready',
        inputs,
        price: data.value,
        inputAmount: inputs.inputAmount ?? quotedInput(data.value),
        outputAmount: inputs.outputAmount ?? BigInt(data.value.effectiveOutputAmount),
        requestId: data.requestId,
        isStale: error !== null || isOld,
        isIdle,
        error: error ?? undefined,
        updatedAt: dataUpdatedAt,
        nextRefreshAt,
        isRefreshing: isFetching,
      }
    }
    if (error) return { status: 'error', inputs, error, nextRefreshAt, isRefreshing: isFetching }
    return { status: 'loading', inputs }
  }
}

/** Events that show user activity, also with assistive technology, or a return to the page. */
const SIGNS = 'pointermove pointerdown keydown wheel click input focus visibilitychange'.split(' ')

/**
 * Returns true after `IDLE_MS` without user activity. Activity or changed inputs reset it
 * immediately.
 */
function useIdle(inputs: PriceInputs | undefined): boolean {
  const [isIdle, setIsIdle] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: changed `inputs` restart the timer
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const wake = () => {
      clearTimeout(timer)
      timer = setTimeout(() => setIsIdle(true), IDLE_MS)
      setIsIdle(false)
    }
    const onSign = () => document.visibilityState === 'visible' && wake()
    wake()
    for (const sign of SIGNS) addEventListener(sign, onSign, true)
    return () => {
      clearTimeout(timer)
      for (const sign of SIGNS) removeEventListener(sign, onSign, true)
    }
  }, [inputs])
  return isIdle
}

const subscribeOnline = (listener: () => void) => onlineManager.subscribe(listener)
const getOnline = () => onlineManager.isOnline()

function idlePrice(widget: { key: string }) {
  return { queryKey: queryKey(widget, 'price'), queryFn: skipToken, enabled: false } as const
}
