import type { ResolvedConfig } from '../config/types.ts'
import { useStore } from './use-store.ts'
import { useWidget } from './use-widget.ts'

/** Returns the resolved config with all defaults. */
export function useConfig(): ResolvedConfig {
  return useStore(useWidget().config, (config) => config)
}
