import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { startFrameServer } from './frame-server.ts'
import { HOST_SHEETS, RUDEST_SHEETS } from './host-sheets.ts'
import { openSkin, SKINS, type Skin } from './skin-page.ts'
import { stackAddresses } from './stack.ts'

/** The others are walked by `npm run proof`: no rule of a page reaches into them but by what is inherited. */
const ROUTINE = ['the React component in a dialog', 'create']

for (const skin of Object.keys(SKINS) as Skin[]) {
  for (const mode of ['inline', 'modal'] as const) {
    const name = mode === 'modal' ? `${skin} in a dialog` : skin
    test(`no stylesheet of a page changes anything in form, tokens and review: ${name}`, {
      tag: ROUTINE.includes(name) ? [] : ['@proof'],
    }, async ({ page }) => {
      await walk(page, skin, mode)
    })
  }
}

async function walk(page: Page, skin: Skin, mode: 'inline' | 'modal'): Promise<void> {
  const frames =
    skin === 'a frame' &&
    (await startFrameServer({ parents: [new URL(stackAddresses().playgroundUrl).origin] }))
  // The page's own stylesheet is one of those that are tried.
  await page.route('**/partner.css', (route) => route.fulfill({ contentType: 'text/css', body: '' }))
  const widget = await openSkin(page, skin, {
    html: '<div id="main"><div class="entry-content"><div class="post">#around</div></div></div>',
    ...(frames && { frameUrl: `${frames.url}/frame.html` }),
    // Nothing but the stylesheet changes what is compared.
    config: { mode, priceRefreshMs: 600_000 },
  })
  if (mode === 'modal') {
    // Before the widget is made, the name is that of its place.
    await page.waitForFunction(() => 'open' in Reflect.get(window, 'swap'))
    await page.evaluate(() => Reflect.get(window, 'swap').open())
  }
  const roots = widget.root.locator('[data-sluice-root]')
  // Around a dialog there is one more.
  const root = roots.first()
  const sheets = { ...HOST_SHEETS, ...(skin !== 'the React component' && RUDEST_SHEETS) }
  const check = async (shown: string) => {
    // Leaves what was under it, and waits for the end of that.
    await page.mouse.move(0, 0)
    await page.waitForTimeout(100)
    await root.evaluate(findChanges, 'remember')
    for (const [name, sheet] of Object.entries(sheets)) {
      const tag = await page.addStyleTag({ content: sheet })
      // What fades in does so for a moment.
      const options = { message: `${shown}: ${name}`, timeout: 1_000 }
      await expect.soft.poll(() => root.evaluate(findChanges, 'compare'), options).toEqual([])
      await tag.evaluate((style) => (style as Element).remove())
    }
  }
  await widget.connect()
  await fixWidth(roots.last())
  await widget.choosePair('ETH', 'USDC')
  await widget.type('0.01')
  await expect(widget.button(/^1 [A-Z]+ = /)).toBeVisible()
  await expect(widget.button('Review swap')).toBeVisible()
  await check('form')
  await widget.button(/^Token you pay: /).click()
  await expect(widget.root.getByRole('option').first()).toBeVisible()
  await check('tokens')
  await widget.button('Back').click()
  await widget.review()
  await expect(widget.button('Confirm swap')).not.toHaveAttribute('aria-busy')
  await check('review')
  if (skin === 'the React component') {
    await page.addStyleTag({ content: '#main [data-sluice-root] { --sluice-accent: rgb(1, 2, 3) }' })
    await expect(widget.button('Confirm swap')).toHaveCSS('background-color', 'rgb(1, 2, 3)')
  }
  if (frames) await frames.stop()
}

/** Fixes the width, which the font size of amounts depends on. */
async function fixWidth(widget: Locator): Promise<void> {
  await widget.evaluate((element) => {
    const { style } = element as HTMLElement
    style.minInlineSize = '440px'
    style.maxInlineSize = '440px'
  })
}

/** What differs in the computed styles of the widget from what it was told to remember, as `INPUT x: width 9px -> 7px`. */
function findChanges(root: Element & { remembered?: string[][] }, task: string): string[] {
  const properties = [
    'width',
    'display',
    'direction',
    'text-align',
    'line-height',
    'height',
    'font-size',
    'font-weight',
    'letter-spacing',
    'text-transform',
    'color',
    'background-color',
    'padding',
    'margin-top',
    'border-top-width',
    'border-top-style',
    'border-radius',
    'box-sizing',
    'box-shadow',
    'min-block-size',
    'text-decoration-line',
    'list-style-type',
    'margin-bottom',
    'margin-left',
    'background-image',
    'max-width',
    'max-height',
    'min-width',
    'float',
    'clear',
    'opacity',
    'fill',
    'stroke',
    'text-shadow',
    'text-indent',
    'white-space',
    'word-spacing',
  ]
  const elements = [...root.querySelectorAll('*')].filter((element) => !element.closest('[data-changing]'))
  const read = elements.map((element) => {
    const style = getComputedStyle(element)
    return properties.map((property) => style.getPropertyValue(property))
  })
  if (task === 'remember') root.remembered = read
  const before = root.remembered ?? []
  if (before.length !== read.length) return [`${before.length} elements, now ${read.length}`]
  return read.flatMap((values, index) =>
    values.flatMap((value, at) => {
      const earlier = before[index]?.[at]
      if (earlier === value) return []
      const element = elements[index]
      return [
        `${element?.tagName} ${element?.getAttribute('class')}: ${properties[at]} ${earlier} -> ${value}`,
      ]
    }),
  )
}
