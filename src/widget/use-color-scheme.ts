import { useSyncExternalStore } from 'react'
import { type ColorScheme, preferredScheme, watchPreferredScheme } from '../theme/color-scheme.ts'

/**
 * Returns the color scheme to show. Undefined on a server for `system`: the CSS then follows the
 * device until hydration.
 */
export function useColorScheme(theme: ColorScheme | 'system'): ColorScheme | undefined {
  const preferred = useSyncExternalStore<ColorScheme | undefined>(
    watchPreferredScheme,
    preferredScheme,
    () => undefined,
  )
  return theme === 'system' ? preferred : theme
}
