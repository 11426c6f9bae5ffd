import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { byKeyboard } from './keyboard-driver.ts'
import { expectAccessible, expectToFit, findSmall, Looks } from './page-checks.ts'
import type { Playground } from './playground.ts'
import { WidgetDriver } from './widget.ts'

/** A way to run the same journey. */
interface Variant {
  /** Suffix of the test title. */
  title: string
  tag: string[]
  use: { viewport?: { width: number; height: number }; hasTouch?: boolean }
  query: Record<string, string>
  /**
   * Prepares the driver of an opened playground. Returns a function that checks each page and state
   * of the journey.
   */
  begin(page: Page, playground: Playground): (name: string) => Promise<void>
}

/**
 * The mouse in every run. `npm run proof` adds the keyboard, and narrow and wide layouts in dark
 * and forced colors.
 */
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

/** Checks that each page and state fits, is accessible, and shows its controls in forced colors. */
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
  /**
   * Opens the playground and prepares `playground.widget`. Returns a function that checks each page
   * and state.
   */
  open(): Promise<(name: string) => Promise<void>>
}

interface JourneyOptions {
  /** Runs the mouse variant only with `npm run proof`, because another test covers it. */
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
