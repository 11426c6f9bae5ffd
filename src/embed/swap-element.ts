// A host without React may lack its types. Then TSX stays unsupported without an error.
// biome-ignore lint/suspicious/noTsIgnore: the error occurs only in such a host.
/** @ts-ignore */
import type { DetailedHTMLProps, HTMLAttributes } from 'react'
import type { FormFields, WidgetConfig } from '../config/types.ts'
import type { EventBus } from '../events/types.ts'
import { type ConfigAttribute, OBSERVED_ATTRIBUTES } from './attributes.ts'
import { mountLater } from './create-in-page.ts'
import { showConfig } from './show-config.ts'
import type { IsolationOptions, SwapElementEventMap, SwapHandle } from './types.ts'

/**
 * The custom element `<sluice-swap>`, once `defineSwapElement` has run.
 * @example
 * const element: SwapElement | null = document.querySelector('sluice-swap')
 * if (element) element.config = { ...config, theme: 'dark' }
 * await element?.setFields({ amount: '1.5' })
 * @example
 * const onFailed = ({ detail }: SwapElementEventMap['widgetFailed']) => console.warn(detail.code)
 * const element = document.querySelector('sluice-swap')
 * element?.addEventListener('widgetFailed', onFailed)
 * element?.removeEventListener('widgetFailed', onFailed)
 * @example
 * const onCompleted = ({ detail }: SwapElementEventMap['routeExecutionCompleted']) => console.log(detail.id)
 * const swap = <sluice-swap config={config} onrouteExecutionCompleted={onCompleted} />
 */
export interface SwapElement extends HTMLElement {
  /**
   * The whole config. Setting it updates the widget. Null or undefined means not set yet: the
   * widget waits for it, unless it has an attribute `config` or `integrator`.
   */
  config: WidgetConfig | null | undefined
  /** Same as in the handle of `create`; also before the widget is mounted. */
  on: EventBus['on']
  onAny: EventBus['onAny']
  /** Same as in the handle of `create`. Rejects while the element is not in a page. */
  setFields: SwapHandle['setFields']
  /** Same as in the handle of `create`. No effect while the element is not in a page. */
  open(): void
  /** Same as in the handle of `create`. No effect while the element is not in a page. */
  close(): void
  /** Listens to an event of the widget, or of any element. `event.detail` is the payload. */
  addEventListener<Name extends keyof SwapElementEventMap>(
    name: Name,
    listener: (event: SwapElementEventMap[Name]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void
  addEventListener(...parameters: Parameters<HTMLElement['addEventListener']>): void
  /** Removes a listener added with `addEventListener`. */
  removeEventListener<Name extends keyof SwapElementEventMap>(
    name: Name,
    listener: (event: SwapElementEventMap[Name]) => void,
    options?: boolean | EventListenerOptions,
  ): void
  removeEventListener(...parameters: Parameters<HTMLElement['removeEventListener']>): void
}

declare global {
  interface HTMLElementTagNameMap {
    'sluice-swap': SwapElement
  }
}

/**
 * The props of the element in TSX: `config` and the listeners `on<event>`, which React sets from
 * version 19 on, and attributes.
 */
type SwapElementProps = DetailedHTMLProps<HTMLAttributes<SwapElement>, SwapElement> & {
  [Name in ConfigAttribute]?: string | number | undefined
} & {
  [Name in keyof SwapElementEventMap as `on${Name}`]?:
    | ((event: SwapElementEventMap[Name]) => void)
    | undefined
} & {
  config?: WidgetConfig | null | undefined
  isolation?: IsolationOptions['isolation']
  'frame-url'?: string | undefined
}

// biome-ignore lint/suspicious/noTsIgnore: as above.
/** @ts-ignore */
declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'sluice-swap': SwapElementProps
    }
  }
}

/**
 * Registers `<sluice-swap>`. Idempotent; does nothing on a server. The script tag calls it
 * automatically.
 * @example
 * defineSwapElement()
 * const element = document.createElement('sluice-swap')
 * element.config = config
 * element.addEventListener('routeExecutionCompleted', ({ detail }) => console.log(detail.id))
 * document.body.append(element)
 */
export function defineSwapElement(): void {
  if (typeof customElements === 'undefined' || customElements.get('sluice-swap')) return

  class SluiceSwap extends HTMLElement implements SwapElement {
    static observedAttributes = OBSERVED_ATTRIBUTES
    #property: WidgetConfig | null | undefined
    #handle: SwapHandle | undefined
    #isScheduled = false
    /**
     * Listeners outlive the widget, which is mounted again when the element is moved in the page.
     */
    #listeners = new Map<(handle: SwapHandle) => () => void, (() => void) | undefined>()

    get config(): WidgetConfig | null | undefined {
      return this.#property
    }

    set config(value: WidgetConfig | null | undefined) {
      this.#property = value
      this.#scheduleUpdate()
    }

    on = ((...listener: Parameters<EventBus['on']>) =>
      this.#listen((handle) => handle.on(...listener))) as EventBus['on']

    onAny: EventBus['onAny'] = (...listener) => this.#listen((handle) => handle.onAny(...listener))

    #listen(subscribe: (handle: SwapHandle) => () => void): () => void {
      this.#listeners.set(subscribe, this.#handle && subscribe(this.#handle))
      return () => {
        this.#listeners.get(subscribe)?.()
        this.#listeners.delete(subscribe)
      }
    }

    async setFields(fields: FormFields): Promise<void> {
      // The widget is mounted in a microtask.
      await Promise.resolve()
      if (!this.#handle) throw new Error('<sluice-swap>: expected to be in a page, with a config')
      await this.#handle.setFields(fields)
    }

    open(): void {
      queueMicrotask(() => this.#handle?.open())
    }

    close(): void {
      queueMicrotask(() => this.#handle?.close())
    }

    connectedCallback(): void {
      // A property set before the element was defined shadows the setter.
      if (Object.hasOwn(this, 'config')) {
        const { config } = this
        Reflect.deleteProperty(this, 'config')
        this.config = config
      }
      this.#scheduleUpdate()
    }

    disconnectedCallback(): void {
      this.#scheduleUpdate()
    }

    attributeChangedCallback(): void {
      this.#scheduleUpdate()
    }

    /** Updates the widget in a microtask, which batches moves and several changes. */
    #scheduleUpdate(): void {
      if (this.#isScheduled) return
      this.#isScheduled = true
      queueMicrotask(() => {
        this.#isScheduled = false
        if (this.isConnected) this.#show()
        else this.#hide()
      })
    }

    #show(): void {
      const before = this.#handle
      const handle = showConfig(this, before, {
        property: this.#property,
        mount: (...given) => mountLater(this.shadowRoot ?? this.attachShadow({ mode: 'open' }), ...given),
      })
      if (!handle || handle === before) return
      this.#handle = handle
      for (const subscribe of this.#listeners.keys()) this.#listeners.set(subscribe, subscribe(handle))
    }

    #hide(): void {
      this.#handle?.destroy()
      this.#handle = undefined
    }
  }

  customElements.define('sluice-swap', SluiceSwap)
}
