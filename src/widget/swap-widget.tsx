'use client'

import type { PropsWithChildren } from 'react'
import type { WidgetConfig } from '../config/types.ts'
import type { SluiceError } from '../errors/sluice-error.ts'
import { useSurroundings } from '../hooks/use-surroundings.ts'
import { Misconfigured } from './misconfigured.tsx'
import { useUsableConfig } from './use-usable-config.ts'
import { type OnReady, WidgetRoot } from './widget-root.tsx'

export interface SwapWidgetProps extends WidgetConfig {
  /** Called once the widget has come alive, with what it can be heard through. May return what ends that. */
  onReady?: OnReady
  /** Called with `CONFIG_INVALID`, once per mistake. Without it the page hears of an uncaught error. */
  onError?: (error: SluiceError) => void
}

/**
 * A swap, embedded. Uses the wagmi config and the query client around it where there are some, and its own
 * otherwise; the host's are read and never changed.
 *
 * A config that makes no sense is `CONFIG_INVALID`, naming the path and the value received: `onError` is told, or
 * the page's console. The visitor reads a notice in place of the widget; one that runs goes on as it was.
 */
export function SwapWidget(props: SwapWidgetProps) {
  // Frameworks that render islands hand `children` to every component.
  const { onReady, onError, children: _none, ...config }: PropsWithChildren<SwapWidgetProps> = props
  const surroundings = useSurroundings()
  const usable = useUsableConfig(config, onError)
  if (!usable) return <Misconfigured />
  return <WidgetRoot config={usable} surroundings={surroundings} onReady={onReady} />
}
