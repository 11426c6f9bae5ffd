/** Shows a placeholder while a widget is loaded, and an error when that fails. Returns the function that removes it. */
export function showPlaceholder(shadow: ShadowRoot, loading: Promise<unknown>): () => void {
  const place = document.createElement('div')
  place.setAttribute('aria-busy', 'true')
  Object.assign(place.style, {
    all: 'initial',
    boxSizing: 'border-box',
    display: 'grid',
    placeContent: 'center',
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
    place.textContent = `The swap could not be loaded. Please ${isConfigError ? 'tell the owner of this site' : 'reload the page'}.`
  })
  return () => place.remove()
}
