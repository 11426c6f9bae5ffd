/**
 * Shows a placeholder while a widget is loaded, and an error when that fails: with a button that calls `retry`, unless the
 * config is wrong. Returns the function that removes it.
 */
export function showPlaceholder(
  shadow: ShadowRoot,
  { loading, retry }: { loading: Promise<unknown>; retry: () => void },
): () => void {
  const place = document.createElement('div')
  place.setAttribute('aria-busy', 'true')
  Object.assign(place.style, {
    all: 'initial',
    boxSizing: 'border-box',
    display: 'grid',
    placeContent: 'center',
    justifyItems: 'center',
    gap: '16px',
    width: '100%',
    maxWidth: '440px',
    minHeight: '440px',
    padding: '24px',
    border: '1px solid rgb(128 128 128 / 25%)',
    borderRadius: '24px',
    font: '15px system-ui, sans-serif',
    textAlign: 'center',
    color: 'GrayText',
  })
  shadow.append(place)
  loading.catch((error: unknown) => {
    const isConfigError = error instanceof Error && 'code' in error && error.code === 'CONFIG_INVALID'
    place.removeAttribute('aria-busy')
    place.setAttribute('role', 'alert')
    place.textContent = `The swap could not be loaded. ${isConfigError ? 'Please tell the owner of this site.' : 'Check your connection.'}`
    if (isConfigError) return
    const button = document.createElement('button')
    button.textContent = 'Try again'
    Object.assign(button.style, { font: 'inherit', minHeight: '44px', padding: '0 20px' })
    button.onclick = retry
    place.append(button)
  })
  return () => place.remove()
}
