'use client'

import '../theme/base.css'
import '../theme/theme.css'
import { useRef } from 'react'
import type { WidgetConfig } from '../config/types.ts'
import { SwapPageSkeleton } from '../pages/swap/swap-page-skeleton.tsx'
import { useColorScheme } from './use-color-scheme.ts'
import { useThemeStyle } from './use-theme-style.ts'
import styles from './widget-frame.module.css'

/**
 * The props of `SwapWidgetSkeleton`: the appearance of the widget that it replaces.
 *
 * @example
 * const props: SwapWidgetSkeletonProps = { theme: 'dark', label: 'Loading the swap' }
 */
export interface SwapWidgetSkeletonProps extends Pick<WidgetConfig, 'theme' | 'themeTokens'> {
  /** The accessible name. Default "Loading". */
  label?: string
}

/**
 * A placeholder of the widget's size: a fallback for `Suspense` or in server-rendered HTML.
 * @example
 * import { type ReactNode, Suspense } from 'react'
 *
 * function Fallback({ children }: { children: ReactNode }) {
 *   return <Suspense fallback={<SwapWidgetSkeleton theme="dark" />}>{children}</Suspense>
 * }
 */
export function SwapWidgetSkeleton({
  theme = 'system',
  themeTokens = NO_TOKENS,
  label = 'Loading',
}: SwapWidgetSkeletonProps) {
  const scheme = useColorScheme(theme)
  const root = useRef<HTMLDivElement>(null)
  const style = useThemeStyle(root, themeTokens)
  return (
    <div ref={root} data-sluice-root="" data-sluice-theme={scheme} style={style}>
      <div className={styles.surface} aria-busy="true" role="status" aria-label={label}>
        <SwapPageSkeleton />
      </div>
    </div>
  )
}

const NO_TOKENS = {}
