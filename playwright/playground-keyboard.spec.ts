import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

/** A control with its position before scrolling. */
interface Stop {
  name: string
  /** The panel, widget or header that contains it. */
  area: string
  areaBox: { x: number; y: number }
  box: { x: number; y: number; height: number }
}

for (const [shape, viewport] of Object.entries({
  'in columns': { width: 1280, height: 900 },
  'in one column': { width: 700, height: 900 },
})) {
  test(`Tab visits every control ${shape} once in visual order`, async ({ page, playground }) => {
    await page.setViewportSize(viewport)
    await playground.open()
    await expect(page.locator('[data-sluice-root] input').last()).toBeVisible()
    const stops = await findStops(page)
    expect(stops.length).toBeGreaterThan(25)
    const visited = await tabThrough(page, stops.length * 2)
    const names = stops.map(({ name }) => name)
    expect(visited.filter((name) => names.includes(name))).toEqual(names)
    expect(misplaced(stops)).toEqual([])
  })
}

test('the focus returns to the widget after the dev wallet was confirmed by keyboard', async ({
  page,
  playground,
}) => {
  await playground.open()
  await playground.showEveryRequest()
  const { widget } = playground
  await widget.button('Connect wallet').focus()
  await page.keyboard.press('Enter')
  await widget.button('Dev Wallet').focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Share your address with this page?' })
  await expect(dialog).toBeVisible()
  for (let press = 0; press < 6; press += 1) {
    await page.keyboard.press('Tab')
    expect(
      await page.evaluate(() => document.activeElement?.closest('[data-sluice-root], header')),
    ).toBeNull()
  }
  await dialog.getByRole('button', { name: 'Confirm' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(widget.button(/^Wallet 0x/)).toBeVisible()
  await expect
    .poll(() => page.evaluate(() => Boolean(document.activeElement?.closest('[data-sluice-root]'))))
    .toBe(true)
})

/** Returns every tab stop in document order. A radio group counts once. */
function findStops(page: Page): Promise<Stop[]> {
  return page.evaluate(() => {
    const isStop = (element: HTMLElement) => {
      const { type, name, checked } = element as HTMLInputElement
      if (element.tabIndex < 0 || element.matches(':disabled') || !element.checkVisibility()) return false
      if (type !== 'radio' || checked) return true
      const group = [...document.querySelectorAll<HTMLInputElement>(`input[name="${CSS.escape(name)}"]`)]
      return !group.some((radio) => radio.checked) && group[0] === element
    }
    const query = 'a[href], button, input, select, textarea, summary, [tabindex]'
    return [...document.querySelectorAll<HTMLElement>(query)].filter(isStop).map((element, index) => {
      const label = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 30) ?? ''
      const name = `${index} ${element.localName} ${label}`
      element.dataset.stop = name
      const area = element.closest<HTMLElement>(
        'section[aria-labelledby], [data-sluice-root], body > * > * > header',
      )
      const { x, y, height } = element.getBoundingClientRect()
      const outer = (area ?? document.body).getBoundingClientRect()
      const title = area?.querySelector('h1, h2')?.textContent ?? ''
      return { name, area: title, areaBox: { x: outer.x, y: outer.y }, box: { x, y, height } }
    })
  })
}

/**
 * Presses Tab until it leaves the last control. Returns the focused elements, each of which was in
 * view.
 */
async function tabThrough(page: Page, maxPresses: number): Promise<string[]> {
  const visited: string[] = []
  for (let press = 0; press < maxPresses; press += 1) {
    await page.keyboard.press('Tab')
    const { name, isInView } = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement
      const { top, bottom, left, right } = element.getBoundingClientRect()
      // A control that arrived with a price after the stops were collected.
      element.dataset.stop ??= `arrived at ${performance.now()}`
      return {
        name: element === document.body ? '' : element.dataset.stop,
        isInView: bottom > 0 && right > 0 && top < innerHeight && left < innerWidth,
      }
    })
    if (name === '' || visited.includes(name)) return visited
    expect(isInView, name).toBe(true)
    visited.push(name)
  }
  throw new Error(`Trapped after ${visited.at(-1)}`)
}

/**
 * Returns the controls that are above or, in the same row, left of the preceding one. Areas are
 * compared by column, then from top to bottom.
 */
function misplaced(stops: readonly Stop[]): string[] {
  return stops.flatMap((stop, index) => {
    const before = stops[index - 1]
    if (!before) return []
    const isNewArea = before.area !== stop.area || before.areaBox.x !== stop.areaBox.x
    const isOrdered = isNewArea ? followsArea(before.areaBox, stop.areaBox) : follows(before.box, stop.box)
    return isOrdered ? [] : [`${stop.name} after ${before.name}`]
  })
}

function followsArea(before: Stop['areaBox'], next: Stop['areaBox']): boolean {
  return next.x > before.x + 1 || next.y > before.y
}

function follows(before: Stop['box'], next: Stop['box']): boolean {
  if (next.y >= before.y + before.height - 1) return true
  return next.y + next.height > before.y && next.x > before.x
}
