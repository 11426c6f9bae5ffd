import { useEffect, useMemo, useState } from 'react'
import { needsRebuild } from '../config/config-changes.ts'
import { resolveConfig } from '../config/resolve-config.ts'
import type { WidgetConfig } from '../config/types.ts'
import { createWidget, type WidgetSurroundings } from './create-widget.ts'
import type { Widget } from './types.ts'

/**
 * The widget of the component that embeds one: made on the first render, kept up to date with the config,
 * ended with the component. Where a field changes that a widget is made of (`LIVE_FIELDS`), another is made.
 * Throws `CONFIG_INVALID` while rendering.
 */
export function useCreateWidget(
  config: WidgetConfig,
  { wagmiConfig, queryClient }: WidgetSurroundings = {},
): Widget {
  const resolved = useMemo(() => resolveConfig(config), [config])
  const [made, setMade] = useState(make)
  const isOutdated =
    made.wagmiConfig !== wagmiConfig ||
    made.queryClient !== queryClient ||
    needsRebuild(made.widget.config.getState(), resolved)
  const current = isOutdated ? make() : made
  if (isOutdated) setMade(current)
  const { widget } = current

  useEffect(() => widget.mount(), [widget])
  useEffect(() => widget.update(config), [widget, config])
  return widget

  function make() {
    return { widget: createWidget(config, { wagmiConfig, queryClient }), wagmiConfig, queryClient }
  }
}
