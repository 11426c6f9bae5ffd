import type { ResolvedConfig } from '../config/types.ts'
import { useStore } from './use-store.ts'
import { useWidget } from './use-widget.ts'

/** The resolved config: every default filled in. */
export function useConfig(): ResolvedConfig {
  return useStore(useWidget().config, (config) => config)
}
