import { useEffect, useMemo, useRef } from 'react'
import { resolveConfig } from '../config/resolve-config.ts'
import type { WidgetConfig } from '../config/types.ts'
import { SluiceError } from '../errors/sluice-error.ts'
import { report } from '../lib/report.ts'

/** The config when it makes sense, else the last one that did. What is wrong is told once. */
export function useUsableConfig(
  config: WidgetConfig,
  onError: ((error: SluiceError) => void) | undefined,
): WidgetConfig | undefined {
  const mistake = useMemo(() => mistakeIn(config), [config])
  const lastUsable = useRef<WidgetConfig>(undefined)
  const told = useRef<string>(undefined)
  useEffect(() => {
    if (!mistake) lastUsable.current = config
    if (mistake && mistake.message !== told.current) (onError ?? report)(mistake)
    told.current = mistake?.message
  })
  return mistake ? lastUsable.current : config
}

function mistakeIn(config: WidgetConfig): SluiceError | undefined {
  try {
    resolveConfig(config)
    return undefined
  } catch (error) {
    if (error instanceof SluiceError) return error
    throw error
  }
}
