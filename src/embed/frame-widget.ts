import { sleep } from '../../wire/lib/sleep.ts'
import type { FormFields } from '../config/types.ts'
import type { LoadLanguage } from '../i18n/load-language.ts'
import type { Messages } from '../i18n/types.ts'
import { ownFields } from '../lib/own-fields.ts'
import { type FrameConfig, joinConfig } from './frame-config.ts'
import { createPageWallets } from './frame-provider.ts'
import { watchSize } from './frame-size.ts'
import { watchTitle } from './frame-title.ts'
import { type MountedWidget, mount } from './mount.tsx'
import { carryError, createPortCalls, type PortCalls } from './port-calls.ts'

/** The frame is shown without the texts of its language after this time. */
const MAX_WAIT_MS = 3_000

/**
 * Does not import `load-language.ts`, because the script's entry contains it and shares no module
 * with its chunks.
 */
const languages = import.meta.glob<{ messages: Messages }>('../i18n/languages/??.json', {
  query: '?part=firstPage',
})
const loadLanguage: LoadLanguage = async (language) =>
  (await languages[`../i18n/languages/${language}.json`]?.())?.messages

/** The edge of the frame would cut off the shadow. */
const withoutShadow = new CSSStyleSheet()
withoutShadow.replaceSync('[data-sluice-root] > [data-part="surface"] { box-shadow: none }')

/** Runs one widget for the page at the other end of the port. */
export function serve(port: MessagePort): void {
  const wallets = createPageWallets(() => calls)
  const functions = new Map<string, (value?: unknown) => Promise<never>>()
  let mounted: MountedWidget | undefined
  let inLanguage: ((shadow: ShadowRoot) => Promise<void>) | undefined

  /** A function of the page, the same for the same name. */
  function run(name: string) {
    const ask = (value?: unknown) => calls.call('run', { name, value }) as Promise<never>
    const call = functions.get(name) ?? (name === 'onConnect' ? (value) => untilBack(ask(value)) : ask)
    functions.set(name, call)
    return call
  }

  /**
   * The page's dialogs cover the frame while the page connects a wallet, until the user continues
   * in the frame.
   */
  async function untilBack(connecting: Promise<never>): Promise<never> {
    const tellBack = () => calls.tell('back')
    document.addEventListener('pointerdown', tellBack)
    try {
      return await connecting
    } finally {
      document.removeEventListener('pointerdown', tellBack)
    }
  }

  const toConfig = (config: unknown) => joinConfig(config as FrameConfig, { run, provider: wallets.provider })

  const calls: PortCalls = createPortCalls(port, {
    ...wallets.handlers,
    async mount(config) {
      tellPage(ownFields(Object(config)).page)
      const host = document.createElement('div')
      document.body.append(host)
      const shadow = host.attachShadow({ mode: 'open' })
      mounted = mount(shadow, toConfig(config), {
        onCreated: ({ onAny }) => void onAny((event) => calls.tell('event', event)),
        walletTarget: wallets.target,
        onError: (error) => calls.tell('failed', carryError(error)),
        loadLanguage(language) {
          const texts = loadLanguage(language)
          inLanguage ??= async (shown) => {
            if (await texts) await untilShown(shown, `[lang|="${language}"]`)
          }
          return texts
        },
      })
      shadow.adoptedStyleSheets.push(withoutShadow)
      // The page shows nothing of the frame before its size is reported, so that no English text
      // appears first.
      const rendered = inLanguage?.(shadow) ?? untilShown(shadow)
      await Promise.race([rendered.catch(() => {}), sleep(MAX_WAIT_MS)])
      watchSize(host, shadow, (size) => calls.tell('size', size))
      watchTitle(document, (words) => calls.tell('title', words))
    },
    update: (config) => mounted?.update(toConfig(config)),
    setFields: (fields) => mounted?.setFields(fields as FormFields),
    open: () => mounted?.open(),
    close: () => mounted?.close(),
  })
}

/**
 * Stores the page's address for `page-around.ts`: wallets open and show it, and it receives the end
 * of a swap.
 */
function tellPage(page: unknown): void {
  if (typeof page === 'string') document.documentElement.dataset.sluicePage = page
}

/** Resolves once the widget is rendered and matches the selector. Default: any widget. */
function untilShown(shadow: ShadowRoot, selector = '*'): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      const roots = shadow.querySelectorAll('[data-sluice-root]')
      if (roots.length === 0 || [...roots].some((root) => !root.matches(selector))) return
      observer.disconnect()
      resolve()
    }
    const observer = new MutationObserver(look)
    observer.observe(shadow, { childList: true, subtree: true, attributeFilter: ['lang'] })
    look()
  })
}
