import type { ResolvedConfig } from '../config/types.ts'
import type { Widget } from '../instance/types.ts'

/**
 * Returns the widget with an `onConnect` that runs after `stepAside`, because a modal dialog would
 * cover the host's dialog.
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
        // Runs once the dialog is no longer modal.
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
