import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { byKeyboard } from './keyboard-driver.ts'
import { expectAccessible, expectToFit, findSmall, Looks } from './page-checks.ts'
import type { Playground } from './playground.ts'
import { WidgetDriver } from './widget.ts'

/** One way in which a person goes through the same journey. */
export interface Variant {
  /** Ends the title of the test. */
  title: string
  tag: string[]
  use: { viewport?: { width: number; height: number }; hasTouch?: boolean }
  query: Record<string, string>
  /** Prepares the driver of an opened playground; returns what runs on each page and state of the journey. */
  begin(page: Page, playground: Playground): (name: string) => Promise<void>
}

/** By mouse in every run; with `npm run proof` by the keyboard alone, and on a narrow screen in the dark and forced colors. */
export const VARIANTS: Variant[] = [
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
    begin(page, { widget }) {
      const looks = new Looks()
      return async (name) => {
        await expectToFit(page, widget, name)
        expect(await widget.root.evaluate(findSmall), `${name}: too small for a finger`).toEqual([])
        await expectAccessible(page, widget, name, looks)
      }
    },
  },
]
