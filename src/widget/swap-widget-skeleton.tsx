'use client'

import '../theme/base.css'
import '../theme/theme.css'
import type { CSSProperties } from 'react'
import type { WidgetConfig } from '../config/types.ts'
import { SwapPageSkeleton } from '../pages/swap/swap-page-skeleton.tsx'
import { themeOverrides } from '../theme/theme-overrides.ts'
import { useColorScheme } from './use-color-scheme.ts'
import styles from './widget-frame.module.css'

export interface SwapWidgetSkeletonProps extends Pick<WidgetConfig, 'theme' | 'themeTokens'> {
  /** What a screen reader says meanwhile. */
  label?: string
}

/** Stands where a widget will be, at its size: a fallback for `Suspense` or a server's first answer. */
export function SwapWidgetSkeleton({
  theme = 'system',
  themeTokens = {},
  label = 'Loading',
}: SwapWidgetSkeletonProps) {
  const scheme = useColorScheme(theme)
  return (
    <div data-sluice-root="" data-sluice-theme={scheme} style={themeOverrides(themeTokens) as CSSProperties}>
      <div className={styles.surface} aria-busy="true" role="status" aria-label={label}>
        <SwapPageSkeleton />
      </div>
    </div>
  )
}
