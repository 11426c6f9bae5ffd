import type { WidgetConfig } from '../config/types.ts'
import type { EventBus } from '../events/types.ts'
import { OBSERVED_ATTRIBUTES, readConfig } from './attributes.ts'
import { mountLater } from './create.ts'
import type { SwapHandle } from './types.ts'

/** `<sluice-swap>` as scripts see it. */
export interface SwapElement extends HTMLElement {
  /** Everything attributes cannot say. Setting it updates the widget. */
  config: WidgetConfig | undefined
  on: EventBus['on']
}

/** Registers `<sluice-swap>`. Does nothing on a server, and nothing the second time. */
export function defineSwapElement(): void {
  if (typeof customElements === 'undefined' || customElements.get('sluice-swap')) return

  class SluiceSwap extends HTMLElement implements SwapElement {
    static observedAttributes = OBSERVED_ATTRIBUTES
    #property: WidgetConfig | undefined
    #handle: SwapHandle | undefined
    #asked = false
    /** Listeners outlive the widget: an element that is moved in the page is mounted anew. */
    #listeners = new Map<object, { name: never; handler: never; off: (() => void) | undefined }>()

    get config(): WidgetConfig | undefined {
      return this.#property
    }

    set config(value: WidgetConfig | undefined) {
      this.#property = value
      this.#settle()
    }

    on = ((name: never, handler: never) => {
      const key = {}
      this.#listeners.set(key, { name, handler, off: this.#handle?.on(name, handler) })
      return () => {
        this.#listeners.get(key)?.off?.()
        this.#listeners.delete(key)
      }
    }) as EventBus['on']

    connectedCallback(): void {
      // A property set before the script arrived stands on the instance and hides the setter.
      if (Object.hasOwn(this, 'config')) {
        const { config } = this
        Reflect.deleteProperty(this, 'config')
        this.config = config
      }
      this.#settle()
    }

    disconnectedCallback(): void {
      this.#settle()
    }

    attributeChangedCallback(): void {
      this.#settle()
    }

    /** Brings the widget in line with the element once the running script is through: moves and several changes are one. */
    #settle(): void {
      if (this.#asked) return
      this.#asked = true
      queueMicrotask(() => {
        this.#asked = false
        if (this.isConnected) this.#show()
        else this.#hide()
      })
    }

    #show(): void {
      const config = readConfig(this, this.#property)
      if (!config) return
      if (this.#handle) {
        this.#handle.update(config)
        return
      }
      const handle = mountLater(this.shadowRoot ?? this.attachShadow({ mode: 'open' }), config)
      this.#handle = handle
      for (const listener of this.#listeners.values())
        listener.off = handle.on(listener.name, listener.handler)
    }

    #hide(): void {
      this.#handle?.destroy()
      this.#handle = undefined
    }
  }

  customElements.define('sluice-swap', SluiceSwap)
}
