import type { Page } from '@playwright/test'

/** A move of a main button that could be pressed. */
interface DeskCall {
  /** The label of the button, and the heading of its page. */
  button: string
  page: string
  /** The last action or event before the move. */
  after: string
  /** Pixels from the top of the window. */
  from: number
  to: number
}

interface Watch {
  moves: DeskCall[]
  /** The sum of the layout shifts without recent input, and the shifted elements. */
  shift: number
  shifted: string[]
  /** True during a user action, which may move the button. */
  isActing: boolean
  after: string
}

/** Milliseconds until the result of an action is visible. */
const SHOWN_MS = 100

/** Watches the main button of each widget on a page in every frame from the page load on. */
export class ButtonWatch {
  private readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async begin(): Promise<void> {
    await this.page.addInitScript(watchButtons)
  }

  /** Runs a user action that may move the button. Later consequences of the action may not. */
  async act(does: () => Promise<unknown>): Promise<void> {
    await this.set({ isActing: true, after: 'the person acted' })
    await does()
    await this.page.waitForTimeout(SHOWN_MS)
    await this.set({ isActing: false })
  }

  /** Runs an event that the user did not cause. */
  async happen(what: string, does: () => unknown): Promise<void> {
    await this.set({ after: what })
    await does()
    await this.page.waitForTimeout(SHOWN_MS)
  }

  read(): Promise<Pick<Watch, 'moves' | 'shift' | 'shifted'>> {
    return this.page.evaluate(() => (window as unknown as { watch: Watch }).watch)
  }

  private async set(change: Partial<Watch>): Promise<void> {
    await this.page.evaluate((values) => {
      Object.assign((window as unknown as { watch: Watch }).watch, values)
    }, change)
  }
}

function watchButtons(): void {
  const watch: Watch = { moves: [], shift: 0, shifted: [], isActing: false, after: 'the load' }
  Object.assign(window, { watch })
  const seen = new Map<string, { top: number; at: number }>()
  /** A button that was disabled for less than this may still be under the finger. */
  const STILL_MS = 500

  const findRoots = (within: ParentNode): Element[] =>
    [...within.querySelectorAll('*')].flatMap((element) => [
      ...(element.matches('[data-sluice-root]') ? [element] : []),
      ...(element.shadowRoot ? findRoots(element.shadowRoot) : []),
    ])
  const look = () => {
    for (const [index, root] of findRoots(document).entries()) {
      const page = root.querySelector('[data-page-heading]')?.textContent ?? ''
      const button = root.querySelector('[data-part="main-button"]:not([aria-disabled])')
      if (!button) continue
      const key = `${index} ${page}`
      const { top } = button.getBoundingClientRect()
      const last = seen.get(key)
      const now = performance.now()
      seen.set(key, { top, at: now })
      if (!last || watch.isActing || now - last.at > STILL_MS || Math.abs(top - last.top) < 0.5) continue
      watch.moves.push({
        button: button.textContent ?? '',
        page,
        after: watch.after,
        from: last.top,
        to: top,
      })
    }
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)

  type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: ShiftSource[] }
  type ShiftSource = { node?: Element; previousRect: DOMRect; currentRect: DOMRect }
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
      if (hadRecentInput) continue
      watch.shift += value
      const moved = sources.map(({ node, previousRect: from, currentRect: to }) => {
        const name = node ? `${node.nodeName} "${node.textContent?.slice(0, 20)}"` : 'within a widget'
        return `${name} ${[from.x, from.y, to.x, to.y].map(Math.round)}`
      })
      watch.shifted.push(`${value.toFixed(4)} after ${watch.after}: ${moved.join(' | ')}`)
    }
  }).observe({ type: 'layout-shift', buffered: true })
}
