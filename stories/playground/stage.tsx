import { useCallback, useEffect, useRef } from 'react'
import type { WidgetConfig } from '../../src/config/types.ts'
import { SwapWidget } from '../../src/widget/swap-widget.tsx'
import type { SwapWidgetHandle } from '../../src/widget/widget-root.tsx'
import styles from './stage.module.css'

interface StageProps {
  config: WidgetConfig
  onEvent(name: string, payload: unknown): void
}

/** The widget, as a host would embed it. */
export function Stage({ config, onEvent }: StageProps) {
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
    <div className={styles.stage}>
      <div className={styles.widget}>
        {/* What a widget only starts with applies to the next one: a change makes one. */}
        <SwapWidget key={startingPoint(config)} {...config} onReady={listen} />
      </div>
    </div>
  )
}

function startingPoint({ input, output, slippageBps }: WidgetConfig): string {
  return JSON.stringify([input, output, slippageBps])
}
