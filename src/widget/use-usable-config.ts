import { useEffect, useMemo, useRef } from 'react'
import { needsRebuild } from '../config/config-changes.ts'
import { checkStart, resolveUpdate } from '../config/resolve-config.ts'
import type { ResolvedConfig, WidgetConfig } from '../config/types.ts'
import { SluiceError } from '../errors/sluice-error.ts'
import { report } from '../lib/report.ts'

interface UsableConfig {
  config: WidgetConfig
  resolved: ResolvedConfig
}

/** Returns the config if it is valid, else the last valid one. Reports each error once. */
export function useUsableConfig(
  config: WidgetConfig,
  onError: ((error: SluiceError) => void) | undefined,
): UsableConfig | undefined {
  const lastUsable = useRef<UsableConfig>(undefined)
  const read = useMemo(() => readConfig(config, lastUsable.current?.resolved), [config])
  const error = read instanceof SluiceError ? read : undefined
  const usable = read instanceof SluiceError ? lastUsable.current : read
  const reported = useRef<string>(undefined)
  useEffect(() => {
    lastUsable.current = usable
    if (error && error.message !== reported.current) (onError ?? report)(error)
    reported.current = error?.message
  })
  return usable
}

function readConfig(config: WidgetConfig, running: ResolvedConfig | undefined): UsableConfig | SluiceError {
  try {
    const resolved = resolveUpdate(config)
    if (!running || needsRebuild(running, resolved)) checkStart(resolved)
    return { config, resolved }
  } catch (error) {
    if (error instanceof SluiceError) return error
    throw error
  }
}
