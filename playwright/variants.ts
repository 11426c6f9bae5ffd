import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { byKeyboard } from './keyboard-driver.ts'
import { expectAccessible, expectToFit, findSmall, Looks } from './page-checks.ts'
import type { Playground } from './playground.ts'
import { WidgetDriver } from './widget.ts'

/** One way in which a person goes through the same journey. */
interface Variant {
  /** Ends the title of the test. */
  title: string
  tag: string[]
  use: { viewport?: { width: number; height: number }; hasTouch?: boolean }
  query: Record<string, string>
  /** Prepares the driver of an opened playground; returns what runs on each page and state of the journey. */
  begin(page: Page, playground: Playground): (name: string) => Promise<void>
}

/** By mouse in every run; with `npm run proof` by the keyboard alone, and narrow and wide in the dark and forced colors. */
const VARIANTS: Variant[] = [
  { title: '', tag: [], use: {}, query: {}, begin: () => async () => {} },
  {
    title: ', by the keyboard alone',
    tag: ['@proof'],
    use: {},
    query: {},
    begin(page, playground) {
      playground.widget = new WidgetDriver(byKeyboard(page)(playground.widget.root))
      return async () => {}
    },
  },
  {
    title: ', on 320 pixels in the dark theme and in forced colors',
    tag: ['@proof'],
    use: { viewport: { width: 320, height: 800 }, hasTouch: true },
    query: { theme: 'dark' },
    begin: (page, { widget }) => judgePages(page, widget, { isTouched: true }),
  },
  {
    title: ', on 1280 pixels in the dark theme and in forced colors',
    tag: ['@proof'],
    use: { viewport: { width: 1280, height: 900 } },
    query: { theme: 'dark' },
    begin: (page, { widget }) => judgePages(page, widget, { isTouched: false }),
  },
]

/** Judges each page and state: whether it fits, is accessible, and shows its controls in forced colors. */
function judgePages(page: Page, widget: WidgetDriver, { isTouched }: { isTouched: boolean }) {
  const looks = new Looks()
  return async (name: string) => {
    await expectToFit(page, widget, name)
    if (isTouched) {
      expect(await widget.root.evaluate(findSmall), `${name}: too small for a finger`).toEqual([])
    }
    await expectAccessible(page, widget, name, looks)
  }
}

export interface Journey {
  page: Page
  playground: Playground
  /** Opens the playground and prepares `playground.widget`. Returns what runs on each page and state. */
  open(): Promise<(name: string) => Promise<void>>
}

interface JourneyOptions {
  /** Leaves out the mouse in every run, where another test goes the same way: all variants run with `npm run proof`. */
  isProof?: boolean
}

/** Declares the test of a journey once for each variant. */
export function testJourney(
  name: string,
  travel: (journey: Journey) => Promise<void>,
  { isProof = false }: JourneyOptions = {},
): void {
  for (const { title, tag, use, query, begin } of VARIANTS) {
    test.describe(() => {
      test.use(use)
      test(`${name}${title}`, { tag: isProof ? '@proof' : tag }, async ({ page, playground }) => {
        const open = async () => {
          await playground.open(query)
          return begin(page, playground)
        }
        await travel({ page, playground, open })
      })
    })
  }
}
