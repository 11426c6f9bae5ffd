import { ownFields } from '../lib/own-fields.ts'
import { serve } from './frame-widget.ts'
import { createPortCalls } from './port-calls.ts'

/** The origins of pages that may show this frame, from `<meta name="sluice-parents">`. */
const parents = new Set(
  document
    .querySelector<HTMLMetaElement>('meta[name="sluice-parents"]')
    ?.content.split(/\s+/)
    .filter(Boolean),
)

const page = new CSSStyleSheet()
page.replaceSync('html, body { margin: 0; background: transparent }')
document.adoptedStyleSheets.push(page)

if (window.parent === window) document.body.textContent = 'This page is part of another page.'
else window.addEventListener('message', accept)

/**
 * Accepts the port of the page around the frame, once. Ignores other windows, and pages of an
 * origin that is not allowed.
 */
function accept({ source, origin, data, ports: [port] }: MessageEvent<unknown>): void {
  if (source !== window.parent || ownFields(Object(data)).sluice !== 'connect' || !port) return
  window.removeEventListener('message', accept)
  if (parents.has(origin)) serve(port)
  else refuse(port, origin)
}

function refuse(port: MessagePort, origin: string): void {
  const reason = `${origin} is not among the pages that may show this frame (${[...parents].join(' ') || 'none'})`
  document.body.textContent = 'This page may not show the swap.'
  createPortCalls(port, {
    mount: () => {
      throw Object.assign(new Error(reason), { code: 'FORBIDDEN' })
    },
  })
}
