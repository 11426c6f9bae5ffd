export type ColorScheme = 'light' | 'dark'

const query = '(prefers-color-scheme: dark)'

/** Returns the preferred scheme of the device, or light if it is unknown, as on a server. */
export function preferredScheme(): ColorScheme {
  return typeof matchMedia === 'function' && matchMedia(query).matches ? 'dark' : 'light'
}

/** Calls the listener when the device's preference changes. Returns the unsubscribe function. */
export function watchPreferredScheme(listener: () => void): () => void {
  if (typeof matchMedia !== 'function') return () => {}
  const media = matchMedia(query)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}
