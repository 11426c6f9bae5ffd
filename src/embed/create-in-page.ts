import type { WidgetConfig } from '../config/types.ts'
import type { EventBus } from '../events/types.ts'
import { loadLanguage } from '../i18n/load-language.ts'
import { loadEarly, readHostText } from './load-early.ts'
import type { MountedWidget } from './mount.tsx'
import { createPlaceholder } from './placeholder.ts'
import type { IsolationOptions, SwapHandle, WidgetFailure } from './types.ts'

export interface MountOptions extends IsolationOptions {
  /**
   * Called each time the widget cannot be shown, and for an invalid update before it is mounted.
   * Without it, only `ready` rejects, and an invalid update is reported as an uncaught error.
   */
  onFail?: ((error: WidgetFailure) => void) | undefined
  /**
   * The error of an unreadable config: shown and reported like any other until `update` passes a
   * valid one.
   */
  failure?: WidgetFailure | undefined
}

/** `create` of the package in a page. The script uses only this function. */
export function createInPage(
  target: Element | string,
  config: WidgetConfig,
  given: MountOptions = {},
): SwapHandle {
  // As `own-fields.ts`, because the script shares no module with its chunks.
  const options = { __proto__: null, ...given } as MountOptions
  const element = typeof target === 'string' ? document.querySelector(target) : target
  if (!(element instanceof Element)) {
    throw new TypeError(
      `Sluice.create: expected an element or a selector that matches one, received ${target}`,
    )
  }
  checkIsolation(options)
  const host = document.createElement('div')
  host.dataset.sluiceHost = ''
  element.append(host)
  const handle = mountLater(host.attachShadow({ mode: 'open' }), config, options)
  return {
    ...handle,
    destroy() {
      handle.destroy()
      host.remove()
    },
  }
}

/**
 * A handle of a widget that is still loading: keeps the latest config and the listeners until it is
 * mounted. After a failed mount, `update` tries again.
 */
export function mountLater(
  shadow: ShadowRoot,
  config: WidgetConfig,
  { isolation, frameUrl, onFail, failure }: MountOptions,
): SwapHandle {
  checkIsolation({ isolation })
  /** The configs passed before the widget is mounted. */
  let given = [config]
  let mounted: MountedWidget | undefined
  let failed = false
  const stopping = new AbortController()
  const { signal } = stopping
  const waiting = new Set<(mounted: MountedWidget) => void>()

  const onCreated = (arrived: MountedWidget) => {
    mounted = arrived
    for (const subscribe of waiting) subscribe(arrived)
    waiting.clear()
  }

  const latest = () => given.at(-1) as WidgetConfig

  const loadHere = async () => {
    const [{ mount }, texts] = await Promise.all([import('./mount.tsx'), loadEarly(latest())])
    await placeholder.composed()
    const { handOver: onShown, isUsed } = placeholder
    while (!mounted && !signal.aborted) {
      try {
        mount(shadow, latest(), {
          onCreated,
          onShown,
          isTyping: isUsed(),
          loadLanguage,
          texts,
          onError: onFail,
        })
      } catch (error) {
        // An invalid update keeps the previous config.
        if (given.length === 1) throw error
        given.pop()
        ;(onFail ?? reportError)(error as WidgetFailure)
      }
    }
  }

  const loadFrame = async () => {
    const { mount } = await import('./frame-host.ts')
    if (signal.aborted) return
    const first = latest()
    const arrived = await mount(shadow, first, onCreated, {
      frameUrl,
      signal,
      onFail,
      title: readHostText(first, 'swap.title'),
    })
    placeholder.remove()
    if (arrived && latest() !== first) arrived.update(latest())
  }

  const begin = () => {
    failed = false
    const loading = failure ? Promise.reject(failure) : isolation === 'frame' ? loadFrame() : loadHere()
    failure = undefined
    const named = loading.catch(async (error) => {
      failed = true
      if (!error.code) {
        await import('./name-failure.ts').then(
          ({ nameFailure }) => nameFailure(error),
          // The code of the texts does not load either.
          () => {
            error.code = 'LOAD_FAILED'
          },
        )
      }
      throw error
    })
    placeholder.show(named, Object(latest()))
    // A separate promise: a rejection is reported as unhandled unless the host handles it.
    const ended = named.then(() => {})
    if (onFail) ended.catch((error) => signal.aborted || onFail(error))
    return ended
  }

  const retry = () => {
    if (failed && !signal.aborted) void begin()
  }
  // Typed text cannot be moved into a frame.
  const placeholder = createPlaceholder(shadow, { retry, isHere: isolation !== 'frame' })

  /** Subscribes to the widget, or once it is mounted. Returns the unsubscribe function. */
  const listen = (subscribe: (mounted: MountedWidget) => () => void) => {
    if (mounted) return subscribe(mounted)
    let unsubscribe: (() => void) | undefined
    const later = (arrived: MountedWidget) => {
      unsubscribe = subscribe(arrived)
    }
    waiting.add(later)
    return () => {
      waiting.delete(later)
      unsubscribe?.()
    }
  }

  const endings = new Set<Ending>()
  const off: SwapHandle['off'] = (name, handler) => {
    for (const end of endings) if (end.name === name && end.handler === handler) end.stop()
  }

  const call = (name: 'open' | 'close') => {
    listen((arrived) => {
      arrived[name]()
      return () => {}
    })
  }

  const ready = begin()
  return {
    ready,
    async setFields(fields) {
      if (!mounted) await ready
      await mounted?.setFields(fields)
    },
    open: () => call('open'),
    close: () => call('close'),
    update(next) {
      if (mounted) return mounted.update(next)
      given = failed ? [next] : [...given, next]
      retry()
    },
    on: ((...listener: Parameters<EventBus['on']>) => {
      const [name, handler] = listener
      off(name, handler)
      const unsubscribe = listen((arrived) => arrived.on(...listener))
      const end: Ending = {
        name,
        handler,
        stop() {
          endings.delete(end)
          unsubscribe()
        },
      }
      endings.add(end)
      return end.stop
    }) as EventBus['on'],
    off,
    onAny: (...listener) => listen((arrived) => arrived.onAny(...listener)),
    destroy() {
      stopping.abort()
      waiting.clear()
      placeholder.remove()
      mounted?.destroy()
      mounted = undefined
    },
  }
}

/** Throws for a misspelled value, because the host would rely on the isolation. */
function checkIsolation({ isolation }: IsolationOptions): void {
  if (!isolation || isolation === 'shadow' || isolation === 'frame') return
  throw new TypeError(`isolation: expected shadow or frame, received ${isolation}`)
}

/** A subscription by `on`, and how it ends. */
interface Ending {
  name: unknown
  handler: unknown
  stop: () => void
}
