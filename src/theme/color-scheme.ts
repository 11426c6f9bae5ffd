export type ColorScheme = 'light' | 'dark'

const query = '(prefers-color-scheme: dark)'

/** What the device prefers now; light where nobody can say, as on a server. */
export function preferredScheme(): ColorScheme {
  return typeof matchMedia === 'function' && matchMedia(query).matches ? 'dark' : 'light'
}

/** Calls back when the device changes its mind. Returns the function that stops. */
export function watchPreferredScheme(listener: () => void): () => void {
  if (typeof matchMedia !== 'function') return () => {}
  const media = matchMedia(query)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}
