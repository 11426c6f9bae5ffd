import { expect, test } from './fixtures.ts'

/** Global element styles of resets and frameworks, and worse. */
const aggressiveStyles = `
  *, ::before, ::after { box-sizing: content-box; margin: 7px; padding: 3px; border: 0 solid red; font-size: 40px; letter-spacing: 3px; text-transform: uppercase; color: magenta }
  button, [type='button'] { background: transparent; background-image: none; padding: 0; font: inherit; color: inherit; border-radius: 0; text-transform: none; width: auto; min-height: 90px }
  input { background: yellow; border: 4px dashed red; height: 90px; box-shadow: 0 0 9px red }
  h1, h2, h3, p, ul, dl, dd { margin: 2em; font-weight: 100; font-size: 3em; list-style: square }
  a { color: red; text-decoration: underline } svg { width: 80px; height: 80px; vertical-align: middle }
`

test('a page with aggressive styles changes nothing in the widget', async ({ page, playground }) => {
  await playground.open()
  await expect(playground.widget.button(/^1 ETH = /)).toBeVisible()
  // Fixed width: the font size of amounts depends on the available space.
  await playground.widget.root.evaluate(({ style }) => {
    style.minInlineSize = '440px'
    style.maxInlineSize = '440px'
  })
  const before = await readStyles(page)
  await page.addStyleTag({ content: aggressiveStyles })
  expect(await readStyles(page)).toEqual(before)
})

/** The computed styles of every element of the widget that a global rule could change. */
function readStyles(page: import('@playwright/test').Page) {
  return page.locator('[data-sluice-root]').evaluate((root) => {
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
