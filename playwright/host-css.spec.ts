import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { root, stackAddresses } from './stack.ts'
import { WidgetDriver } from './widget.ts'

/** Global element styles of resets and frameworks, and worse. */
const aggressiveStyles = `
  *, ::before, ::after { box-sizing: content-box; margin: 7px; padding: 3px; border: 0 solid red; font-size: 40px; letter-spacing: 3px; text-transform: uppercase; color: magenta }
  button, [type='button'] { background: transparent; background-image: none; padding: 0; font: inherit; color: inherit; border-radius: 0; text-transform: none; width: auto; min-height: 90px }
  input { background: yellow; border: 4px dashed red; height: 90px; box-shadow: 0 0 9px red }
  h1, h2, h3, p, ul, dl, dd { margin: 2em; font-weight: 100; font-size: 3em; list-style: square }
  a { color: red; text-decoration: underline } svg { width: 80px; height: 80px; vertical-align: middle }
`

const installed = (path: string) => readFileSync(join(root, 'node_modules', path), 'utf8')

/** Stylesheets of hosts. Those of frameworks are unlayered, which is the most they can do. */
const SHEETS = {
  'aggressive styles': aggressiveStyles,
  'Bootstrap 5': installed('bootstrap/dist/css/bootstrap.min.css'),
  'the preflight of Tailwind 4': installed('tailwindcss/preflight.css'),
  'buttons and fields without any style': 'button, input, a { all: unset }',
  'boxes of content size, with margins': '* { box-sizing: content-box; margin: 9px }',
  'a root font size of 62.5%': 'html { font-size: 62.5% }',
  'a root font size of 100px': 'html { font-size: 100px }',
}

for (const skin of ['component', 'script tag']) {
  test(`no stylesheet of a page changes anything in the widget: ${skin}`, async ({ page, playground }) => {
    await playground.open()
    if (skin === 'script tag') await page.goto(`${stackAddresses().playgroundUrl}/embed.html`)
    const widget = new WidgetDriver(page.locator('[data-sluice-root]'))
    await widget.type('12')
    await expect(widget.button(/^1 [A-Z]+ = /)).toBeVisible()
    await fixWidth(widget.root)
    for (const [name, sheet] of Object.entries(SHEETS)) {
      const before = await readStyles(widget.root)
      const tag = await page.addStyleTag({ content: sheet })
      expect.soft(await readStyles(widget.root), name).toEqual(before)
      await tag.evaluate((style) => (style as Element).remove())
    }
  })
}

/** Fixes the width, which the font size of amounts depends on. */
async function fixWidth(widget: Locator): Promise<void> {
  await widget.evaluate((element) => {
    const { style } = element as HTMLElement
    style.minInlineSize = '440px'
    style.maxInlineSize = '440px'
  })
}

/** The computed styles of every element of the widget that a global rule could change. */
function readStyles(root: Locator) {
  return root.evaluate((root) => {
    const properties = [
      'width',
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
    ]
    return [...root.querySelectorAll('*')]
      .filter((element) => !element.closest('[data-changing]'))
      .map((element) => {
        const style = getComputedStyle(element)
        const drawn = properties.map((property) => `${property}: ${style.getPropertyValue(property)}`)
        return `${element.tagName} ${element.className.toString()} ${drawn.join('; ')}`
      })
  })
}
