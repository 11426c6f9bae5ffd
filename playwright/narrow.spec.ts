import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { walkPages } from './walk-pages.ts'
import type { WidgetDriver } from './widget.ts'

test.use({ viewport: { width: 320, height: 800 } })

test('every page fits a screen of 320 pixels', async ({ page, playground }) => {
  await playground.open()
  await walkPages(playground, (name) => expectToFit(page, playground.widget, name))
})

/** Expects no element outside of the widget's box, and no horizontal scrolling. */
async function expectToFit(page: Page, { root }: WidgetDriver, name: string): Promise<void> {
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(sideways, `${name}: the page scrolls sideways`).toBeLessThanOrEqual(0)
  const out = await root.evaluate((widget) => {
    const { left, right } = widget.getBoundingClientRect()
    return [...widget.querySelectorAll('*')]
      .filter((element) => element.checkVisibility() && !element.closest('[class*="hidden"]'))
      .filter((element) => {
        const box = element.getBoundingClientRect()
        return box.width > 1 && (box.left < left - 1 || box.right > right + 1)
      })
      .map((element) => element.outerHTML.slice(0, 120))
  })
  expect(out, name).toEqual([])
}
