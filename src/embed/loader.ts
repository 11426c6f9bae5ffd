import { readCurrentScript } from './auto-mount.ts'

/** The Subresource Integrity of `sluice.js`, which the build writes. */
declare const SLUICE_INTEGRITY: string

const FROM_FILE = 'The swap cannot start from a file. Open this page at an http:// or https:// address.'
const OLD_BROWSER = 'The swap cannot start in this browser. Update it, or use another one.'
const BLOCKED = 'The swap could not be loaded. Reload the page, or allow this script: '

// This classic script also runs where `sluice.js` cannot, so it uses no newer syntax or API.
const tag = readCurrentScript()
if (tag) load(tag, tag.src.replace('loader.js', 'sluice.js'))

function load(tag: HTMLScriptElement, url: string): void {
  if (!Object.getOwnPropertyDescriptor(window, 'Sluice')) window.Sluice = { queue: [] }
  // The oldest supported browsers are the first with import maps.
  if (!HTMLScriptElement.supports?.('importmap')) showProblem(tag, OLD_BROWSER)
  else if (/^file:/.test(url)) showProblem(tag, FROM_FILE)
  else {
    const script = document.createElement('script')
    const auto = tag.getAttribute('data-auto')
    if (auto !== null) script.setAttribute('data-auto', auto)
    script.onerror = () => showProblem(tag, BLOCKED + url)
    const integrity = SLUICE_INTEGRITY
    tag.after(
      Object.assign(script, { type: 'module', nonce: tag.nonce, crossOrigin: '', integrity, src: url }),
    )
  }
}

/** Shows a problem in the place of each widget once the page is parsed, and reports it. */
function showProblem(tag: HTMLScriptElement, text: string): void {
  // Old browsers lack reportError and globalThis.
  setTimeout(() => {
    throw new Error(text)
  })
  const show = () => {
    const ids = `${tag.getAttribute('data-target')} ${tag.getAttribute('data-auto')}`.split(/\s+/)
    const marked = document.querySelectorAll('sluice-swap, [data-sluice-config], [data-sluice-integrator]')
    for (const place of [...ids.map((id) => document.getElementById(id)), ...marked]) {
      if (!place) continue
      place.setAttribute('role', 'alert')
      place.setAttribute('lang', 'en')
      place.textContent = text
    }
  }
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', show)
  else show()
}
