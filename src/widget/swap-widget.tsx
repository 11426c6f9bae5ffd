'use client'

import type { WidgetConfig } from '../config/types.ts'
import { useSurroundings } from '../hooks/use-surroundings.ts'
import { type OnReady, WidgetRoot } from './widget-root.tsx'

export interface SwapWidgetProps extends WidgetConfig {
  /** Called once the widget has come alive, with what it can be heard through. May return what ends that. */
  onReady?: OnReady
}

/**
 * A swap, embedded. Uses the wagmi config and the query client around it where there are some, and its own
 * otherwise; the host's are read and never changed.
 *
 * A config that makes no sense throws `CONFIG_INVALID` while rendering, naming the path and the value
 * received, so that it reaches the host's error boundary. Everything else stays inside.
 */
export function SwapWidget({ onReady, ...config }: SwapWidgetProps) {
  const surroundings = useSurroundings()
  return <WidgetRoot config={config} surroundings={surroundings} onReady={onReady} />
}
