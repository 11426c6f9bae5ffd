import { configError } from '../config/config-error.ts'
import type { WidgetConfig } from '../config/types.ts'
import { createEventBus } from '../events/create-event-bus.ts'
import { ownFields } from '../lib/own-fields.ts'
import { divideConfig, type FrameConfig, type FrameFunctions } from './frame-config.ts'
import { createFrameElement } from './frame-element.ts'
import { createTitleNote } from './frame-title.ts'
import { createFrameWallets } from './frame-wallets.ts'
import type { MountedWidget } from './mount.tsx'
import { createPortCalls, type PortCalls, restoreError } from './port-calls.ts'
import type { readEvent as ReadEvent } from './read-event.ts'
import type { WidgetFailure } from './types.ts'

/** The number of events that the page stores before the widget is mounted. */
const MAX_HELD = 100

/** How long the frame has to respond. */
const ANSWER_MS = 30_000

/** A config sent to the frame, and its functions, which stay here. */
interface Offer {
  sent: FrameConfig
  calls: FrameFunctions
}

interface FrameOptions {
  frameUrl?: string | undefined
  signal?: AbortSignal | undefined
  /** The accessible name of the frame. Default: "Swap". */
  title?: string | undefined
  /**
   * Called when the frame rejects a later config, or its widget throws. Default: reports an
   * uncaught error.
   */
  onFail?: ((error: WidgetFailure) => void) | undefined
}

/**
 * Mounts a widget in a frame of another origin, with the same handle as one in the page. The page
 * listens to no window: only a document of the frame's origin receives a port once it is loaded,
 * and all communication uses it. Undefined if the signal was aborted before.
 */
export async function mount(
  shadow: ShadowRoot,
  config: WidgetConfig,
  onCreated: (mounted: MountedWidget) => void,
  { frameUrl, signal, title, onFail: tellFailure = (error) => reportError(error) }: FrameOptions,
): Promise<MountedWidget | undefined> {
  const url = readFrameUrl(frameUrl)
  const events = createEventBus()
  const getChains = () => offers.flatMap(({ sent }) => sent.data.chains)
  const wallets = createFrameWallets({
    isRpc: (url) =>
      getChains().some(({ rpcUrls, privateRpcs = [] }) => [...rpcUrls, ...privateRpcs].includes(url)),
    isExplorer: (url) => getChains().some(({ explorerUrl }) => explorerUrl === url),
  })
  const noteTitle = createTitleNote(document)
  /** The config of the frame, and those it has not answered yet. */
  let offers: readonly Offer[] = []
  let port: PortCalls | undefined
  /** The page has called `open`. */
  let isWanted = false
  let endConnecting = () => {}
  /** Messages received before they can be checked and before there are listeners. */
  let held: unknown[] | undefined = []
  let readEvent: typeof ReadEvent | undefined
  /** Kinds of dropped events, each of which is reported once. */
  const dropped = new Set<string>()
  const element = createFrameElement(shadow, url, {
    mode: ownFields(config).mode,
    title,
    onClosed: close,
  })

  function carry(next: WidgetConfig): Offer {
    const { calls, ...divided } = divideConfig(next)
    const { provider } = ownFields(next)
    const wallet = provider && { wallet: wallets.hostWallet(provider) }
    return { calls, sent: { ...divided, ...wallet } }
  }

  function keep(next: readonly Offer[]) {
    offers = next
    wallets.keepOnly(offers.map(({ sent }) => sent.wallet))
  }

  /** A config applies once the frame has accepted it. A rejected one changes nothing. */
  function offer(offered: Offer) {
    const asked = port
    asked?.call('update', offered.sent).then(
      () => {
        keep(offers.slice(Math.max(offers.indexOf(offered), 0)))
        element.setMode(offered.sent.data.mode)
      },
      (error) => {
        // A reloaded document receives the config again, a removed one does not.
        if (asked !== port) return
        keep(offers.filter((other) => other !== offered))
        tellFailure(error)
      },
    )
  }

  function hear(told: unknown) {
    const { name, payload } = ownFields(Object(told))
    if (name === 'dialogToggled') setOpen(payload === true)
    if (!held) relay(told)
    else if (held.length < MAX_HELD) held.push(told)
  }

  function relay(told: unknown) {
    try {
      if (readEvent) events.relay(readEvent(told))
    } catch (error) {
      const { message } = error as Error
      if (!dropped.has(message)) reportError(error)
      dropped.add(message)
    }
  }

  /**
   * Only if the page requested it or the user pressed the floating button: a frame never covers a
   * page otherwise.
   */
  function setOpen(isOpen: boolean) {
    const isAllowed =
      isWanted || (offers[0]?.sent.data.mode === 'floating' && element.hasFocus() && isPressed())
    element.setOpen(isOpen && isAllowed)
    if (isOpen && !isAllowed) port?.tell('close')
    isWanted = isWanted && isOpen
    if (!isOpen) endConnecting()
  }

  /** Uncovers the page immediately, so that an unresponsive frame cannot keep it covered. */
  function close() {
    setOpen(false)
    port?.tell('close')
  }

  /** A dialog of the page or of its wallet stays usable during the request. */
  async function askWallet(asked: unknown) {
    const request = wallets.request(asked)
    return ownFields(Object(asked)).method === 'eth_requestAccounts' ? element.stepAside(request) : request
  }

  async function run(asked: unknown) {
    const { name, value } = ownFields(Object(asked))
    const calls = offers.findLast((offered) => Object.hasOwn(offered.calls, name))?.calls
    // A missing response would allow the swap.
    if (!calls) throw new Error(`The page has no function "${String(name)}"`)
    const call = async () => calls[name]?.(value)
    return name === 'onConnect' ? element.stepAside(connectWallet(call)) : call()
  }

  /**
   * Runs until a wallet is connected, the dialog is closed or used again, or the page is called
   * again. The page handles its own errors.
   */
  async function connectWallet(call: () => Promise<unknown>): Promise<void> {
    endConnecting()
    const ended = new Promise<void>((resolve) => {
      endConnecting = resolve
    })
    const stop = events.on('walletConnected', endConnecting)
    try {
      await Promise.race([call().then(() => ended), ended])
    } catch (error) {
      reportError(error)
    } finally {
      stop()
    }
  }

  /** Gives the document in the frame a port and the config. */
  function connect(target: Window): Promise<unknown> {
    port?.close()
    // A reloaded document shows no dialog.
    setOpen(false)
    const { port1, port2 } = new MessageChannel()
    const opened = createPortCalls(port1, {
      walletRequest: askWallet,
      walletListen: wallets.listen,
      event: hear,
      size: element.setSize,
      back: () => endConnecting(),
      failed: (carried) => tellFailure(restoreError(Object(carried)) as WidgetFailure),
      title(words) {
        if (offers[0]?.sent.data.notifyEnd !== 'off') noteTitle(words)
      },
      run,
    })
    port = opened
    target.postMessage({ sluice: 'connect' }, url.origin, [port2])
    wallets.start(opened)
    const [first, ...others] = offers
    // For links that open this page in a wallet's browser. Query and fragment may contain secrets.
    const page = location.origin + location.pathname
    const mounting = opened.call('mount', { ...first?.sent, page })
    others.forEach(offer)
    return mounting
  }

  const mounted: MountedWidget = {
    on: events.on,
    onAny: events.onAny,
    setFields: async (fields) => void (await port?.call('setFields', fields)),
    open() {
      const mode = offers.at(-1)?.sent.data.mode
      isWanted = mode !== undefined && mode !== 'inline'
      port?.tell('open')
    },
    close,
    update(next) {
      const offered = carry(next)
      keep([...offers, offered])
      // The frame checks it later than this call.
      offer(offered)
    },
    destroy() {
      port?.close()
      port = undefined
      wallets.stop()
      events.clear()
      element.remove()
    },
  }

  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    keep([carry(config)])
    const checking = import('./read-event.ts')
    await new Promise<unknown>((resolve, reject) => {
      timer = setTimeout(
        () => reject(Object.assign(new Error(`The frame ${url} did not respond`), { code: 'LOAD_FAILED' })),
        ANSWER_MS,
      )
      signal?.addEventListener('abort', resolve)
      element.onLoad((target) => {
        const mounting = connect(target)
        const asked = port
        // A document that reloaded in between responds itself.
        mounting.then(resolve, (error) => asked === port && reject(error))
      })
      checking.catch(reject)
    })
    readEvent = (await checking).readEvent
  } catch (error) {
    mounted.destroy()
    throw error
  } finally {
    clearTimeout(timer)
  }
  if (signal?.aborted) {
    mounted.destroy()
    return undefined
  }
  onCreated(mounted)
  const missed = held
  held = undefined
  missed.forEach(relay)
  return mounted
}

/**
 * True if the user has just used the page or one of its frames, and in browsers without this API.
 */
function isPressed(): boolean {
  return (navigator as Partial<Navigator>).userActivation?.isActive ?? true
}

/**
 * A frame of the page's own origin could remove its sandbox, and scripts of a `javascript:` URL run
 * in the page.
 */
function readFrameUrl(given: string | undefined): URL {
  const url = new URL(given ?? 'frame.html', given === undefined ? import.meta.url : location.href)
  if (/^https?:$/.test(url.protocol) && url.origin !== location.origin) return url
  throw configError('frameUrl', 'the URL of `frame.html` at another origin than this page', url.href)
}
