import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { type FrameServer, startFrameServer } from './frame-server.ts'
import { openSkin, SKINS, type Skin } from './skin-page.ts'
import { stackAddresses } from './stack.ts'
import type { WidgetDriver } from './widget.ts'

let frames: FrameServer
test.beforeAll(async () => {
  frames = await startFrameServer({ parents: [new URL(stackAddresses().playgroundUrl).origin] })
})
test.afterAll(() => frames.stop())

/** Elements of a host around the widget. `#around` is replaced by the widget's place. */
const SURROUNDINGS = {
  'a modal dialog that keeps the focus': `<dialog aria-label="Swap" style="padding: 0; border: 0">#around</dialog><script>
    const dialog = document.querySelector('dialog')
    addEventListener('focusin', ({ target }) => dialog.contains(target) || dialog.querySelector('button, input').focus())
    dialog.showModal()
  </script>`,
  'a page from right to left': '<div dir="rtl">#around</div>',
  'an element that is transformed and cuts what overflows':
    '<div style="transform: translate(12px, 8px) scale(0.96); overflow: hidden">#around</div>',
}

for (const [name, html] of Object.entries(SURROUNDINGS)) {
  for (const skin of Object.keys(SKINS) as Skin[])
    test(`in ${name}, every control is reachable and the keyboard works: ${skin}`, {
      // The element and the frame have the same content.
      tag: skin === 'create' && !name.includes('right to left') ? [] : ['@proof'],
    }, async ({ page }) => {
      await walk(await openSkin(page, skin, { html, frameUrl: `${frames.url}/frame.html` }), page)
    })
}

for (const skin of ['the React component', 'create'] as const)
  test(`a parent that fits its content is as wide as one column: ${skin}`, async ({ page }) => {
    const widget = await openSkin(page, skin, { html: '<div id="parent">#around</div>', width: 'auto' })
    await expect(widget.amount).toBeVisible()
    const root = widget.root.locator('[data-sluice-root]')
    for (const style of ['display: flex', 'inline-size: fit-content', 'position: absolute']) {
      await page.locator('#parent').evaluate((parent, given) => parent.setAttribute('style', given), style)
      expect((await root.boundingBox())?.width, style).toBe(440)
    }
  })

async function walk(widget: WidgetDriver, page: Page): Promise<void> {
  await widget.choosePair('USDC', 'DAI')
  await widget.type('125')
  await expect(widget.output).toHaveValue(/[0-9]/)
  await widget.button(/^Token you pay: /).click()
  await expect(widget.root.getByRole('combobox')).toBeFocused()
  await page.keyboard.press('Escape')
  // Escape goes back one page of the widget without closing the dialog of the host.
  await expect(widget.amount).toHaveValue('125')
  await expectToBeWithin(widget)
  await widget.connect()
  await widget.review()
  // The button is neither covered nor clipped.
  await widget.button(/^(Confirm swap|Approve and swap)$/).click({ trial: true })
  await expectToBeWithin(widget)
}

test.describe(() => {
  test.use({ hasTouch: true })

  test('on a screen of 320 by 480 pixels, a swap completes and the on-screen keyboard hides no main button', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 320, height: 480 })
    const widget = await openSkin(page, 'create')
    await widget.choosePair('USDC', 'DAI')
    await widget.type('125')
    await expect(widget.output).toHaveValue(/[0-9]/)
    await page.evaluate(() => scrollTo(0, 0))
    // Without scrolling, the lower edge of the button would be out of view.
    const { y, height } = (await widget.button('Connect wallet').boundingBox())!
    await page.setViewportSize({ width: 320, height: Math.min(Math.floor(y + height) - 20, 340) })
    await expect(widget.button('Connect wallet')).toBeInViewport({ ratio: 1 })
    await expect(widget.amount).toBeInViewport({ ratio: 1 })
    await page.setViewportSize({ width: 320, height: 480 })
    await widget.connect()
    await widget.review()
    await widget.confirm()
    await expect(widget.heading('Swap complete')).toBeVisible()
    await expectNoSidewaysScroll(page)
  })
})

test.describe('at 200 % zoom of 1280 by 900 pixels', { tag: '@proof' }, () => {
  test.use({ viewport: { width: 640, height: 450 }, deviceScaleFactor: 2 })
  for (const skin of Object.keys(SKINS) as Skin[])
    test(`every control is reachable and the keyboard works: ${skin}`, async ({ page }) => {
      await walk(await openSkin(page, skin, { frameUrl: `${frames.url}/frame.html` }), page)
      await expectNoSidewaysScroll(page)
    })
})

test('at its maximum width, every control is reachable and the keyboard works', {
  tag: '@proof',
}, async ({ page }) => {
  await page.setViewportSize({ width: 1600, height: 900 })
  const widget = await openSkin(page, 'create', {
    width: '1200px',
    config: { themeTokens: { maxWidth: '1200px' } },
  })
  await walk(widget, page)
  expect((await widget.root.locator('[data-sluice-root]').boundingBox())?.width).toBe(1_200)
})

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(sideways).toBeLessThanOrEqual(0)
}

/** Expects every control within the place of the widget. */
async function expectToBeWithin({ root }: WidgetDriver): Promise<void> {
  const around = await root.boundingBox()
  const controls = await root.locator('button, input, a').filter({ visible: true }).all()
  expect(controls.length).toBeGreaterThan(3)
  for (const control of controls) {
    const box = await control.boundingBox()
    if (!box || !around) continue
    const name = await control.evaluate((element) => element.outerHTML.slice(0, 120))
    expect.soft(box.x, name).toBeGreaterThanOrEqual(around.x - 1)
    expect.soft(box.x + box.width, name).toBeLessThanOrEqual(around.x + around.width + 1)
    expect.soft(box.y + box.height, name).toBeLessThanOrEqual(around.y + around.height + 1)
  }
}
