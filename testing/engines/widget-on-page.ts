import { expect } from 'vitest'
import { clickAt, type EngineBrowser, type Point, typeText } from './engine-browser.ts'

/** Long enough for a machine ten times slower. */
const POLL = { timeout: 90_000, interval: 100 }

export interface Query {
  role: 'button' | 'textbox' | 'heading' | 'dialog'
  /** The accessible name. */
  name: string
}

interface Found {
  /** Its center. `null` while another element covers it, or while it is disabled. */
  point: Point | null
  height: number
  value?: string
}

/** Drives the widget in the shadow root of `#swap` by roles and accessible names. */
export class WidgetOnPage {
  readonly browser: EngineBrowser

  constructor(browser: EngineBrowser) {
    this.browser = browser
  }

  /** Waits for an element that `isReady`. A failure shows the text of the widget. */
  async find(query: Query, isReady: (found: Found) => boolean = () => true): Promise<Found> {
    const seen: { found?: Found } = {}
    const look = async () => {
      const found = await this.browser.evaluate<Found | null>(FIND, [query.role, query.name])
      if (found && isReady(found)) {
        seen.found = found
        return 'found'
      }
      return `${JSON.stringify(found)} in: ${await this.browser.evaluate(TEXT)}`
    }
    await expect.poll(look, { ...POLL, message: `${query.role} "${query.name}"` }).toBe('found')
    if (!seen.found) throw new Error(`No ${query.role} "${query.name}"`)
    return seen.found
  }

  /** Clicks an element once it is enabled, uncovered, and at the same place twice in a row. */
  async click(query: Query): Promise<void> {
    let last: Point | null = null
    const isSteady = ({ point }: Found) => {
      const isSame = Boolean(point && point.x === last?.x && point.y === last?.y)
      last = point
      return isSame
    }
    const { point } = await this.find(query, isSteady)
    if (point) await this.browser.perform([clickAt(point)])
  }

  async type(name: string, text: string): Promise<void> {
    await this.click({ role: 'textbox', name })
    await this.browser.perform([typeText(text)])
    await this.find({ role: 'textbox', name }, ({ value }) => value === text)
  }

  /** Evaluates an expression with `root`, the widget's root element. */
  async read<Value>(expression: string): Promise<Value> {
    return this.browser.evaluate<Value>(`${ROOT} return ${expression}`)
  }

  /** The exact received amount on the receipt. */
  async received(): Promise<string> {
    const title = await this.read<string>(`root.querySelector('[data-part="received"] [title]').title`)
    return title.replaceAll(',', '').replace(/ .*$/, '')
  }
}

const ROOT = `const shadow = document.querySelector('#swap > *')?.shadowRoot
  const root = shadow?.lastElementChild;`
const TEXT = `${ROOT} return root?.innerText ?? 'an empty page'`
const FIND = `${ROOT}
  const [role, name] = arguments
  const element = root && TestingLibraryDom.queryAllByRole(root, role, { name })[0]
  if (!element) return null
  element.scrollIntoView({ block: 'nearest' })
  const { x, y, width, height } = element.getBoundingClientRect()
  const point = { x: x + width / 2, y: y + height / 2 }
  const isFree = !element.disabled && element.contains(shadow.elementFromPoint(point.x, point.y))
  return { point: isFree ? point : null, height, value: element.value }`
