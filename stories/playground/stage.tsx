import { useCallback, useEffect, useRef } from 'react'
import type { WidgetConfig } from '../../src/config/types.ts'
import { SwapWidget } from '../../src/widget/swap-widget.tsx'
import type { SwapWidgetHandle } from '../../src/widget/widget-root.tsx'
import styles from './stage.module.css'

export interface StageProps {
  config: WidgetConfig
  onEvent(name: string, payload: unknown): void
}

/** The widget, embedded like in a host. */
export function Stage(props: StageProps) {
  return (
    <div className={styles.stage}>
      <StagedWidget {...props} />
    </div>
  )
}

export function StagedWidget({ config, onEvent }: StageProps) {
  const stop = useRef<() => void>(undefined)
  const listen = useCallback(
    ({ events }: SwapWidgetHandle) => {
      stop.current?.()
      stop.current = events.on('*', onEvent)
    },
    [onEvent],
  )
  useEffect(() => () => stop.current?.(), [])
  return (
    <div className={styles.widget}>
      {/* Initial fields apply only to a new widget, so changing one remounts it. */}
      <SwapWidget key={startingPoint(config)} {...config} onReady={listen} />
    </div>
  )
}

function startingPoint({ input, output, slippageBps }: WidgetConfig): string {
  return JSON.stringify([input, output, slippageBps])
}
