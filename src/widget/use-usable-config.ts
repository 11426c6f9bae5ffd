import { useEffect, useMemo, useRef } from 'react'
import { resolveConfig } from '../config/resolve-config.ts'
import type { WidgetConfig } from '../config/types.ts'
import { SluiceError } from '../errors/sluice-error.ts'
import { report } from '../lib/report.ts'

/** The config if it is valid, else the last valid one. Each error is reported once. */
export function useUsableConfig(
  config: WidgetConfig,
  onError: ((error: SluiceError) => void) | undefined,
): WidgetConfig | undefined {
  const error = useMemo(() => findConfigError(config), [config])
  const lastUsable = useRef<WidgetConfig>(undefined)
  const reported = useRef<string>(undefined)
  useEffect(() => {
    if (!error) lastUsable.current = config
    if (error && error.message !== reported.current) (onError ?? report)(error)
    reported.current = error?.message
  })
  return error ? lastUsable.current : config
}

function findConfigError(config: WidgetConfig): SluiceError | undefined {
  try {
    resolveConfig(config)
    return undefined
  } catch (error) {
    if (error instanceof SluiceError) return error
    throw error
  }
}
