import { useEffect, useState } from 'react'
import type { WidgetConfig } from '../config/types.ts'
import { createWidget, type WidgetSurroundings } from './create-widget.ts'
import type { Widget } from './types.ts'

/**
 * The widget of the component that embeds one: made on the first render, kept up to date with the config,
 * ended with the component. Another wagmi config or query client makes another widget.
 * Throws `CONFIG_INVALID` while rendering.
 */
export function useCreateWidget(config: WidgetConfig, surroundings: WidgetSurroundings = {}): Widget {
  const wagmiConfig = config.wagmiConfig ?? surroundings.wagmiConfig
  const queryClient = config.queryClient ?? surroundings.queryClient
  const [made, setMade] = useState(make)
  const isCurrent = made.wagmiConfig === wagmiConfig && made.queryClient === queryClient
  const current = isCurrent ? made : make()
  if (!isCurrent) setMade(current)
  const { widget } = current

  useEffect(() => widget.mount(), [widget])
  useEffect(() => widget.update(config), [widget, config])
  return widget

  function make() {
    return { widget: createWidget(config, { wagmiConfig, queryClient }), wagmiConfig, queryClient }
  }
}
