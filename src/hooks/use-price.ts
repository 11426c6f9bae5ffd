import { onlineManager, skipToken, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { asSluiceError, SluiceError } from '../errors/sluice-error.ts'
import { isRunning } from '../execution/machine/is-running.ts'
import { quotedInput } from '../lib/purchase.ts'
import { IDLE_MS, REVIEW_REFRESH_MS, STALE_PRICE_MS } from '../lib/thresholds.ts'
import { type PriceInputs, priceQuery, priceRefreshDelay } from '../queries/price-query.ts'
import { queryKey } from '../queries/query-context.ts'
import { wrapPriceQuery } from '../queries/wrap-price-query.ts'
import type { PriceResult } from '../wire/router.ts'
import { useConfig } from './use-config.ts'
import { useExecution } from './use-execution.ts'
import { useNavigation } from './use-navigation.ts'
import { usePriceInputs } from './use-price-inputs.ts'
import { useWidget } from './use-widget.ts'

export interface ReadyPrice {
  status: 'ready'
  inputs: PriceInputs
  price: PriceResult
  /** What is paid and what is received, in base units: one is what was typed, the other is priced. */
  inputAmount: bigint
  outputAmount: bigint
  requestId: string | undefined
  /** The last refresh for these inputs failed, or none was asked for since long. */
  isStale: boolean
  /** None is asked for, because nobody has used the page for minutes. */
  isIdle: boolean
  error: SluiceError | undefined
  /** Milliseconds since the epoch. */
  updatedAt: number
  /** Milliseconds since the epoch; undefined while no refresh is scheduled: offline, or where a retry is pointless. */
  nextRefreshAt: number | undefined
  isRefreshing: boolean
}

export type PriceView =
  /** No pair or no amount. */
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

/** Shown from the moment the browser goes offline: nothing is asked for to find out. */
const OFFLINE = new SluiceError('NETWORK_LOST')

/** The live price of the form: see `usePriceOf`. */
export function usePrice() {
  return usePriceOf(usePriceInputs().inputs)
}

/**
 * The live price of these inputs. Polls while the page is visible, in use and online and no swap is being
 * confirmed, with a shorter interval on the review page. Refetches a stale price as soon as polling resumes.
 */
export function usePriceOf(inputs: PriceInputs | undefined): PriceView & { refresh: () => void } {
  const widget = useWidget()
  const { state: swap } = useExecution()
  const isReview = useNavigation().page === 'review'
  const formRefreshMs = useConfig().priceRefreshMs
  // `CONFIG_LIMITS.minPriceRefreshMs` is no shorter than the interval of the review.
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
      // Also stops the refetch on window focus and on reconnect.
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

/** What a person does to a page, with assistive technology too, and what brings one back to it. */
const SIGNS = 'pointermove pointerdown keydown wheel click input focus visibilitychange'.split(' ')

/** Whether nobody has touched the page for `IDLE_MS`. A sign of a person ends it at once, and so do other inputs. */
function useIdle(inputs: PriceInputs | undefined): boolean {
  const [isIdle, setIsIdle] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `inputs` begin anew
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
