import type { FormFields } from '../config/types.ts'
import type { LoadLanguage } from '../i18n/load-language.ts'
import type { Messages } from '../i18n/types.ts'
import { type FrameConfig, joinConfig } from './frame-config.ts'
import { createPageWallets } from './frame-provider.ts'
import { watchSize } from './frame-size.ts'
import { type MountedWidget, mount } from './mount.tsx'
import { createPortCalls, type PortCalls } from './port-calls.ts'

/** The origins of pages that may show this frame, of `<meta name="sluice-parents">`. */
const parents = new Set(
  document
    .querySelector<HTMLMetaElement>('meta[name="sluice-parents"]')
    ?.content.split(/\s+/)
    .filter(Boolean),
)

/** Not that of `load-language.ts`: the script's entry has it, and shares no module with its chunks. */
const languages = import.meta.glob<{ messages: Messages }>('../i18n/languages/??.ts')
const loadLanguage: LoadLanguage = async (language) =>
  (await languages[`../i18n/languages/${language}.ts`]?.())?.messages

const page = new CSSStyleSheet()
page.replaceSync('html, body { margin: 0; background: transparent }')
document.adoptedStyleSheets.push(page)

/** The edge of the frame would cut it off. */
const withoutShadow = new CSSStyleSheet()
withoutShadow.replaceSync('[data-sluice-root] > [data-part="surface"] { box-shadow: none }')

if (window.parent === window) document.body.textContent = 'This page is part of another page.'
else window.addEventListener('message', accept)

/**
 * Takes the port of the page around the frame, once. From another window, or a page of an origin that is not allowed, it
 * takes nothing.
 */
function accept({ source, origin, data, ports: [port] }: MessageEvent<unknown>): void {
  if (source !== window.parent || Object(data).sluice !== 'connect' || !port) return
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

/** One widget for the page at the other end of the port. */
function serve(port: MessagePort): void {
  const wallets = createPageWallets(() => calls)
  const functions = new Map<string, (value?: unknown) => Promise<never>>()
  let mounted: MountedWidget | undefined

  /** A function of the page, the same for the same name. */
  function run(name: string) {
    const call =
      functions.get(name) ?? ((value?: unknown) => calls.call('run', { name, value }) as Promise<never>)
    functions.set(name, call)
    return call
  }

  const toConfig = (config: unknown) => joinConfig(config as FrameConfig, { run, provider: wallets.provider })

  const calls: PortCalls = createPortCalls(port, {
    ...wallets.handlers,
    mount(config) {
      const host = document.createElement('div')
      document.body.append(host)
      const shadow = host.attachShadow({ mode: 'open' })
      mounted = mount(shadow, toConfig(config), {
        onCreated: ({ onAny }) => void onAny((event) => calls.tell('event', event)),
        walletTarget: wallets.target,
        loadLanguage,
      })
      shadow.adoptedStyleSheets.push(withoutShadow)
      watchSize(host, shadow, (size) => calls.tell('size', size))
    },
    update: (config) => mounted?.update(toConfig(config)),
    setFields: (fields) => mounted?.setFields(fields as FormFields),
    open: () => mounted?.open(),
    close: () => mounted?.close(),
  })
}
