import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { startFrameServer } from './frame-server.ts'
import { openSkin, SKINS, type Skin } from './skin-page.ts'
import { root, stackAddresses } from './stack.ts'

/** Global element styles of resets and frameworks, and worse. */
const aggressiveStyles = `
  *, ::before, ::after { box-sizing: content-box; margin: 7px; padding: 3px; border: 0 solid red; font-size: 40px; letter-spacing: 3px; text-transform: uppercase; color: magenta }
  button, [type='button'] { background: transparent; background-image: none; padding: 0; font: inherit; color: inherit; border-radius: 0; text-transform: none; width: auto; min-height: 90px }
  input { background: yellow; border: 4px dashed red; height: 90px; box-shadow: 0 0 9px red }
  h1, h2, h3, p, ul, dl, dd { margin: 2em; font-weight: 100; font-size: 3em; list-style: square }
  a { color: red; text-decoration: underline } svg { width: 80px; height: 80px; vertical-align: middle }
`

/** What the preflight of Tailwind 3 does to elements. */
const tailwind3 = `
  *, ::before, ::after { box-sizing: border-box; border: 0 solid #e5e7eb }
  html { line-height: 1.5; text-size-adjust: 100%; tab-size: 4; font-family: ui-sans-serif, system-ui, sans-serif }
  body { margin: 0; line-height: inherit }
  h1, h2, h3, h4, h5, h6 { font-size: inherit; font-weight: inherit }
  a { color: inherit; text-decoration: inherit }
  button, input, optgroup, select, textarea { font: inherit; letter-spacing: inherit; color: inherit; margin: 0; padding: 0 }
  button, select { text-transform: none }
  button, input:where([type='button'], [type='reset'], [type='submit']) { appearance: button; background: transparent none }
  blockquote, dl, dd, h1, h2, h3, h4, h5, h6, hr, figure, p, pre { margin: 0 }
  fieldset, legend, ol, ul, menu, dialog { margin: 0; padding: 0; list-style: none }
  input::placeholder, textarea::placeholder { opacity: 1; color: #9ca3af }
  button, [role='button'] { cursor: pointer }
  img, svg, video, canvas, audio, iframe, embed, object { display: block; vertical-align: middle }
  img, video { max-width: 100%; height: auto }
`

const installed = (path: string) => readFileSync(join(root, 'node_modules', path), 'utf8')

/** Stylesheets of hosts. Those of frameworks are unlayered, which is the most they can do. */
const SHEETS = {
  'aggressive styles': aggressiveStyles,
  'Bootstrap 5': installed('bootstrap/dist/css/bootstrap.min.css'),
  'the preflight of Tailwind 3': tailwind3,
  'the preflight of Tailwind 4': installed('tailwindcss/preflight.css'),
  'buttons and fields without any style': 'button, input, a { all: unset }',
  'boxes of content size, with margins': '* { box-sizing: content-box; margin: 9px }',
  'a root font size of 62.5%': 'html { font-size: 62.5% }',
  'a root font size of 100px': 'html { font-size: 100px }',
  'icons with fillings and edges': 'svg { fill: tomato; stroke: tomato }',
  'a page from right to left': 'html { direction: rtl; text-align: right }',
  'a page that cuts what overflows': 'html, body, main { overflow: hidden }',
  'a page that is transformed': 'main { transform: translate(12px, 8px) scale(0.96); perspective: 400px }',
}

/** The others are walked by `npm run proof`: no rule of a page reaches into them but by what is inherited. */
const ROUTINE: readonly Skin[] = ['the React component', 'create']

for (const skin of Object.keys(SKINS) as Skin[]) {
  const tag = ROUTINE.includes(skin) ? [] : ['@proof']
  test(`no stylesheet of a page changes anything in the widget: ${skin}`, { tag }, async ({ page }) => {
    const { playgroundUrl } = stackAddresses()
    const frames =
      skin === 'a frame' && (await startFrameServer({ parents: [new URL(playgroundUrl).origin] }))
    const widget = await openSkin(page, skin, { ...(frames && { frameUrl: `${frames.url}/frame.html` }) })
    await widget.type('12')
    await expect(widget.button(/^1 [A-Z]+ = /)).toBeVisible()
    const root = widget.root.locator('[data-sluice-root]')
    await fixWidth(root)
    for (const [name, sheet] of Object.entries(SHEETS)) {
      const before = await readStyles(root)
      const tag = await page.addStyleTag({ content: sheet })
      expect.soft(await readStyles(root), name).toEqual(before)
      await tag.evaluate((style) => (style as Element).remove())
    }
    if (frames) await frames.stop()
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
