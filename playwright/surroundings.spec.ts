import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { stackAddresses } from './stack.ts'
import { WidgetDriver } from './widget.ts'

/** Elements of a host around the widget. `#around` is replaced by the widget's place. */
const SURROUNDINGS = {
  'a modal dialog': '<dialog aria-label="Swap" style="padding: 0; border: 0">#around</dialog>',
  'an element that is transformed and cuts what overflows':
    '<div style="transform: translate(12px, 8px) scale(0.96); overflow: hidden">#around</div>',
}

for (const [name, html] of Object.entries(SURROUNDINGS)) {
  test(`in ${name}, everything can be reached and the keyboard works`, async ({ page }) => {
    const widget = await openWithin(page, html)
    await widget.choosePair('USDC', 'DAI')
    await widget.type('12.5')
    await expect(widget.output).toHaveValue(/[0-9]/)
    await widget.button(/^Token you pay: /).click()
    await expect(widget.root.getByRole('combobox')).toBeFocused()
    await page.keyboard.press('Escape')
    // Escape goes back a page of the widget; it does not close the dialog of the host.
    await expect(widget.amount).toHaveValue('12.5')
    await expectToBeWithin(widget)
    await widget.connect()
    await widget.review()
    // Nothing covers or clips the button.
    await widget.button(/^(Confirm swap|Approve and swap)$/).click({ trial: true })
    await expectToBeWithin(widget)
  })
}

test('on a screen of 320 by 480 pixels, a swap completes', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 480 })
  const widget = await openWithin(page, '#around')
  await widget.choosePair('USDC', 'DAI')
  await widget.type('12.5')
  await widget.connect()
  await widget.review()
  await widget.confirm()
  await expect(widget.heading('Swap complete')).toBeVisible()
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(sideways).toBeLessThanOrEqual(0)
})

/** Opens the page of the script tag with the widget inside other elements. */
async function openWithin(page: Page, html: string): Promise<WidgetDriver> {
  await page.route('**/embed.html', async (route) => {
    const original = await (await route.fetch()).text()
    const place = '<div id="swap" style="inline-size: min(440px, 100%)"></div>'
    const opens = '<script>document.querySelector("dialog")?.showModal()</script>'
    const body = original.replace('<div id="swap"></div>', html.replace('#around', place) + opens)
    await route.fulfill({ contentType: 'text/html', body })
  })
  await page.goto(`${stackAddresses().playgroundUrl}/embed.html`)
  return new WidgetDriver(page.locator('#swap'))
}

/** Expects every control within the place of the widget. */
async function expectToBeWithin({ root }: WidgetDriver): Promise<void> {
  const out = await root.evaluate((place) => {
    const around = place.getBoundingClientRect()
    return [...place.firstElementChild!.shadowRoot!.querySelectorAll('button, input, a')]
      .filter((element) => element.checkVisibility())
      .filter((element) => {
        const box = element.getBoundingClientRect()
        return box.left < around.left - 1 || box.right > around.right + 1 || box.bottom > around.bottom + 1
      })
      .map((element) => element.outerHTML.slice(0, 120))
  })
  expect(out).toEqual([])
}
