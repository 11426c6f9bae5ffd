import { useSyncExternalStore } from 'react'
import { type ColorScheme, preferredScheme, watchPreferredScheme } from '../theme/color-scheme.ts'

/**
 * The scheme to show. Undefined on a server that leaves it to the device: the CSS then follows the device by
 * itself until the page has come alive.
 */
export function useColorScheme(theme: ColorScheme | 'system'): ColorScheme | undefined {
  const preferred = useSyncExternalStore<ColorScheme | undefined>(
    watchPreferredScheme,
    preferredScheme,
    () => undefined,
  )
  return theme === 'system' ? preferred : theme
}
