const TEXT = 'Sandbox: prices are made up, nothing is signed, no funds move.'

/** Says on the screen that nothing is real. Returns the function that removes the label. */
export function addSandboxLabel(element?: Element): () => void {
  const label = document.createElement('p')
  label.setAttribute('role', 'note')
  label.setAttribute('data-sluice-sandbox', '')
  label.textContent = TEXT
  // Set by properties: a strict policy forbids style attributes in HTML.
  Object.assign(label.style, {
    margin: '0',
    padding: '8px 12px',
    background: '#5b3a00',
    color: '#fff',
    font: '600 14px/1.4 system-ui, sans-serif',
    textAlign: 'center',
    ...(!element && { position: 'fixed', insetInline: '0', insetBlockEnd: '0', zIndex: '2147483647' }),
  })
  if (element) element.prepend(label)
  else document.body.append(label)
  return () => label.remove()
}
