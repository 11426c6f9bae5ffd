import type { ResolvedConfig } from '../config/types.ts'
import type { Widget } from '../instance/types.ts'

/**
 * The widget, with an `onConnect` that is called after `stepAside`: the dialog of the host, which it opens, would be under a
 * modal one and out of reach.
 */
export function withAside(widget: Widget, stepAside: () => void): Widget {
  const changed = new WeakMap<ResolvedConfig, ResolvedConfig>()
  const change = (config: ResolvedConfig) => {
    const { onConnect } = config
    if (!onConnect) return config
    const known = changed.get(config)
    if (known) return known
    const made = {
      ...config,
      onConnect: () => {
        stepAside()
        // When the dialog is no longer modal.
        setTimeout(onConnect)
      },
    }
    changed.set(config, made)
    return made
  }
  const { config } = widget
  return {
    ...widget,
    config: {
      ...config,
      getState: () => change(config.getState()),
      getInitialState: () => change(config.getInitialState()),
    },
  }
}
