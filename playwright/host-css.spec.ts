import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { startFrameServer } from './frame-server.ts'
import { HOST_SHEETS, RUDEST_SHEETS } from './host-sheets.ts'
import { openSkin, SKINS, type Skin } from './skin-page.ts'
import { stackAddresses } from './stack.ts'

/**
 * The skin that a page's rules can affect. `npm run proof` tests the others, most of which a
 * page can only affect by inheritance.
 */
const ROUTINE = 'create'

for (const skin of Object.keys(SKINS) as Skin[]) {
  for (const mode of ['inline', 'modal'] as const) {
    const name = mode === 'modal' ? `${skin} in a dialog` : skin
    test(`no stylesheet of a page changes the form, the token list or the review: ${name}`, {
      tag: name === ROUTINE ? [] : ['@proof'],
    }, async ({ page }) => {
      await walk(page, skin, mode)
    })
  }
}

async function walk(page: Page, skin: Skin, mode: 'inline' | 'modal'): Promise<void> {
  const frames =
    skin === 'a frame' &&
    (await startFrameServer({ parents: [new URL(stackAddresses().playgroundUrl).origin] }))
  // The page's own stylesheet is one of the tested ones.
  await page.route('**/partner.css', (route) => route.fulfill({ contentType: 'text/css', body: '' }))
  const widget = await openSkin(page, skin, {
    html: '<div id="main"><div class="entry-content"><div class="post">#around</div></div></div>',
    ...(frames && { frameUrl: `${frames.url}/frame.html` }),
    // Prevents refreshes, so that only the stylesheet changes the compared styles.
    config: { mode, priceRefreshMs: 600_000 },
  })
  if (mode === 'modal') {
    // Before the widget exists, the global refers to its container.
    await page.waitForFunction(() => 'open' in Reflect.get(window, 'swap'))
    await page.evaluate(() => Reflect.get(window, 'swap').open())
  }
  const roots = widget.root.locator('[data-sluice-root]')
  // A dialog is surrounded by another root.
  const root = roots.first()
  const sheets = { ...HOST_SHEETS, ...(skin !== 'the React component' && RUDEST_SHEETS) }
  const check = async (shown: string) => {
    // Moves the pointer away and waits for the end of hover transitions.
    await page.mouse.move(0, 0)
    const remember = async () => {
      await root.evaluate(findChanges, 'remember')
      await page.waitForTimeout(100)
      return root.evaluate(findChanges, 'compare')
    }
    await expect.poll(remember).toEqual([])
    for (const [name, sheet] of Object.entries(sheets)) {
      const add = () => page.addStyleTag({ content: sheet })
      let tag = await add()
      const remove = () => tag.evaluate((style) => (style as Element).remove())
      const compare = async () => {
        // A late response has changed the content, so the styles without the stylesheet are stored
        // again.
        if (await root.evaluate(hasOtherText)) {
          await remove()
          await root.evaluate(findChanges, 'remember')
          tag = await add()
        }
        return root.evaluate(findChanges, 'compare')
      }
      // Fading elements need a moment.
      const options = { message: `${shown}: ${name}`, timeout: 10_000 }
      await expect.soft.poll(compare, options).toEqual([])
      await remove()
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
  // A click may miss a frame that a stylesheet has just moved.
  await expect(async () => {
    await widget.button('Back').click({ timeout: 2_000 })
    await expect(widget.amount).toBeVisible({ timeout: 5_000 })
  }).toPass()
  await widget.review()
  await expect(widget.button('Confirm swap')).not.toHaveAttribute('aria-busy')
  await check('review')
  if (skin === 'the React component') {
    await page.addStyleTag({ content: '#main [data-sluice-root] { --sluice-accent: rgb(1, 2, 3) }' })
    await expect(widget.button('Confirm swap')).toHaveCSS('background-color', 'rgb(1, 2, 3)')
  }
  if (frames) await frames.stop()
}

/** Fixes the width, which determines the font size of amounts. */
async function fixWidth(widget: Locator): Promise<void> {
  await widget.evaluate((element) => {
    const { style } = element as HTMLElement
    style.minInlineSize = '440px'
    style.maxInlineSize = '440px'
  })
}

type Watched = Element & {
  remembered?: [what: string, ...values: string[]][]
  text?: string | null
  names?: string[]
}

function hasOtherText(root: Watched): boolean {
  return root.textContent !== root.text
}

/**
 * Returns the differences of the computed styles of the widget and its pseudo-elements from the
 * stored ones, e.g. `INPUT x: width 9px -> 7px`. Ignores properties that mirror others, and on the
 * root also properties that are not inherited or that the host may set.
 */
function findChanges(root: Watched, task: string): string[] {
  const sameAsAnother =
    /(^|-)(block|inline)(-|$)|-origin$|^(scroll|animation|view|timeline|offset|corner|ruby)-/
  // The ring that counts down to the next price changes all the time.
  const counted = 'stroke-dashoffset'
  root.names ??= [...getComputedStyle(root)].filter(
    (name) => name !== counted && (!sameAsAnother.test(name) || name === 'animation-name'),
  )
  const names = root.names
  const ofRoot = ['display', 'position', 'overflow', 'opacity', 'filter', 'transform', 'rotate', 'scale']
  ofRoot.push('translate', 'zoom', 'width', 'padding', 'background', 'clip-path', 'mask', 'columns')
  ofRoot.push('transition', 'animation', 'mix-blend-mode', 'perspective', 'writing-mode', 'font', 'outline')
  const look = (element: Element, looked: readonly string[], pseudo?: string): string[] => {
    const style = getComputedStyle(element, pseudo)
    const isMissing = /before|after/.test(pseudo ?? '') && ['none', 'normal'].includes(style.content)
    return isMissing ? ['missing'] : looked.map((name) => style.getPropertyValue(name))
  }
  const read: [string, ...string[]][] = [['root', ...look(root, ofRoot)]]
  const seen = new Map<string, number>()
  for (const element of [root, ...root.querySelectorAll('*')]) {
    // The rows of a list look alike.
    const above = element.parentElement
    const path = [element, above, above?.parentElement]
      .map((each) => each?.tagName + String(each?.getAttribute('class')))
      .join(' ')
    const count = (seen.get(path) ?? 0) + 1
    seen.set(path, count)
    if (count > 3) continue
    const what = `${element.tagName} ${element.getAttribute('class')}`
    if (element !== root) read.push([what, ...look(element, names)])
    const pseudos = ['::before', '::after']
    if (element.matches('input')) pseudos.push('::placeholder')
    if (element.matches('li')) pseudos.push('::marker')
    if (element.matches('dialog')) pseudos.push('::backdrop')
    for (const pseudo of pseudos) read.push([what + pseudo, ...look(element, names, pseudo)])
  }
  if (task === 'remember') Object.assign(root, { remembered: read, text: root.textContent })
  const before = root.remembered ?? []
  if (before.length !== read.length) return [`${before.length} styles, now ${read.length}`]
  return read.flatMap(([what, ...values], index) => {
    const [, ...earlier] = before[index] ?? ['']
    const changed = values.flatMap((value, at) => {
      const name = (what === 'root' ? ofRoot : names)[at]
      return value === earlier[at] ? [] : [`${what}: ${name} ${earlier[at]} -> ${value}`]
    })
    return changed
  })
}
