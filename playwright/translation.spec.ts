import { translatePage } from '../src/testing/pages/translate-page.ts'
import { expect, test } from './fixtures.ts'
import { type FrameServer, startFrameServer } from './frame-server.ts'
import { openSkin, SKINS, type Skin } from './skin-page.ts'
import { stackAddresses } from './stack.ts'
import { expectValue, translate } from './translation.ts'
import type { WidgetDriver } from './widget.ts'

let frames: FrameServer
test.beforeAll(async () => {
  frames = await startFrameServer({ parents: [new URL(stackAddresses().playgroundUrl).origin] })
})
test.afterAll(() => frames.stop())

/** One skin with React and one with Preact. The other skins have the same content. */
const SAMPLE: readonly Skin[] = ['the React component', 'create']

for (const skin of Object.keys(SKINS) as Skin[]) {
  const tag = SAMPLE.includes(skin) ? [] : ['@proof']

  test(`a swap completes on a page that is translated while an amount is typed: ${skin}`, { tag }, async ({
    page,
  }) => {
    const widget = await openSkin(page, skin, { frameUrl: `${frames.url}/frame.html` })
    await widget.choosePair('USDC', 'DAI')
    await widget.type('12')
    await expectValue(widget, '$12.00')
    await translate(page)
    await expect(widget.root.locator('font').first()).toBeAttached()
    await walk(widget)
  })

  test(`a swap completes on a page that is translated from the start: ${skin}`, {
    tag: ['@proof'],
  }, async ({ page }) => {
    await page.addInitScript(`addEventListener('DOMContentLoaded', () => (${translatePage})(document))`)
    const widget = await openSkin(page, skin, { frameUrl: `${frames.url}/frame.html` })
    await widget.choosePair('USDC', 'DAI')
    await walk(widget)
  })
}

const FRAMED: [where: string, tag: string[]][] = [
  ['in the frame', []],
  ['around the frame', ['@proof']],
]
for (const [where, tag] of FRAMED) {
  test(`a swap completes in a frame while a translator changes only the page ${where}`, { tag }, async ({
    page,
  }) => {
    const html = '<p>Words of the page</p>#around'
    const widget = await openSkin(page, 'a frame', { html, frameUrl: `${frames.url}/frame.html` })
    await widget.choosePair('USDC', 'DAI')
    await widget.type('12')
    await expectValue(widget, '$12.00')
    const isInside = where === 'in the frame'
    const changed = page.frames().filter((frame) => (frame !== page.mainFrame()) === isInside)
    await translate(page, {}, changed)
    const fonts = (isInside ? page : widget.root).locator('font')
    await expect(fonts).toHaveCount(0)
    await expect((isInside ? widget.root : page).locator('font').first()).toBeAttached()
    await walk(widget)
  })
}

/** Completes a swap whose every step changes translated texts. */
async function walk(widget: WidgetDriver): Promise<void> {
  for (const [amount, value] of [
    ['34', '$34.00'],
    ['', undefined],
    ['1500', '$1,500.00'],
  ] as const) {
    await widget.type(amount)
    if (value) await expectValue(widget, value)
  }
  await widget.button('Switch the two tokens').click()
  await widget.choose('receive', 'WETH')
  await widget.choosePair('USDC', 'DAI')
  await widget.type('25')
  await expectValue(widget, '$25.00')
  await widget.connect()
  await widget.review()
  await widget.button(/^(Confirm swap|Approve and swap)$/).click()
  await expect(widget.heading('Swap complete')).toBeVisible()
  await widget.button('Done').click()
  await widget.type('7')
  await expectValue(widget, '$7.00')
}
