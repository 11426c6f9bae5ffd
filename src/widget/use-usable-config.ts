import { useEffect, useMemo, useRef } from 'react'
import { needsRebuild } from '../config/config-changes.ts'
import { resolveConfig, resolveUpdate } from '../config/resolve-config.ts'
import type { WidgetConfig } from '../config/types.ts'
import { SluiceError } from '../errors/sluice-error.ts'
import { report } from '../lib/report.ts'

/** The config if it is valid, else the last valid one. Each error is reported once. */
export function useUsableConfig(
  config: WidgetConfig,
  onError: ((error: SluiceError) => void) | undefined,
): WidgetConfig | undefined {
  const lastUsable = useRef<WidgetConfig>(undefined)
  const error = useMemo(() => findConfigError(config, lastUsable.current), [config])
  const reported = useRef<string>(undefined)
  useEffect(() => {
    if (!error) lastUsable.current = config
    if (error && error.message !== reported.current) (onError ?? report)(error)
    reported.current = error?.message
  })
  return error ? lastUsable.current : config
}

function findConfigError(config: WidgetConfig, running: WidgetConfig | undefined): SluiceError | undefined {
  try {
    const isUpdate = running && !needsRebuild(resolveUpdate(running), resolveUpdate(config))
    if (!isUpdate) resolveConfig(config)
    return undefined
  } catch (error) {
    if (error instanceof SluiceError) return error
    throw error
  }
}
