import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { needsRebuild } from '../config/config-changes.ts'
import { resolveConfig } from '../config/resolve-config.ts'
import type { WidgetConfig } from '../config/types.ts'
import { isRunning } from '../execution/machine/is-running.ts'
import { createWidget, type WidgetSurroundings } from './create-widget.ts'
import type { Widget } from './types.ts'

/**
 * The widget of the component that embeds one: made on the first render, kept up to date with the config,
 * ended with the component. Where a field changes that a widget is made of (`LIVE_FIELDS`), another is made, once
 * no swap is under way in this one and its outcome has been left.
 * Throws `CONFIG_INVALID` while rendering.
 */
export function useCreateWidget(
  config: WidgetConfig,
  { wagmiConfig, queryClient }: WidgetSurroundings = {},
): Widget {
  const resolved = useMemo(() => resolveConfig(config), [config])
  const [made, setMade] = useState(make)
  const isBusy = useIsBusy(made.widget)
  const isOutdated =
    made.wagmiConfig !== wagmiConfig ||
    made.queryClient !== queryClient ||
    needsRebuild(made.widget.config.getState(), resolved)
  const isDue = isOutdated && !isBusy
  const current = isDue ? make() : made
  if (isDue) setMade(current)
  const { widget } = current

  useEffect(() => widget.mount(), [widget])
  useEffect(() => widget.update(config), [widget, config])
  return widget

  function make() {
    return { widget: createWidget(config, { wagmiConfig, queryClient }), wagmiConfig, queryClient }
  }
}

/** Whether a swap runs or is on its way, or what became of it stands on the screen. */
function useIsBusy({ execution, navigation }: Widget): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const ends = [execution.subscribe(listener), navigation.subscribe(listener)]
      return () => {
        for (const end of ends) end()
      }
    },
    [execution, navigation],
  )
  const read = () =>
    isRunning(execution.getState()) ||
    execution.isWatching() ||
    navigation.getState().stack.at(-1) === 'progress'
  return useSyncExternalStore(subscribe, read, () => false)
}
