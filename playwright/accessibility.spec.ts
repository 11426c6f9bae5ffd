import type { Locator } from '@playwright/test'
import { findViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { WidgetDriver } from './widget.ts'

// `pages.spec.ts` checks every page of the widget.
for (const theme of ['light', 'dark'] as const) {
  test(`the playground around the widget passes the accessibility rules in the ${theme} theme`, async ({
    page,
    playground,
  }) => {
    await playground.open({ theme })
    await expect(playground.event('pageEntered')).toHaveCount(1)
    expect(await findViolations(page, 'body')).toEqual([])
  })
}

test('the widget in a shadow root passes the accessibility rules', async ({ page, playground }) => {
  await playground.open()
  await page.goto(new URL('/embed.html', page.url()).href)
  await expect(page.locator('#swap').getByRole('textbox', { name: 'Amount you pay' })).toBeVisible()
  expect(await findViolations(page, '#swap')).toEqual([])

  // With reduced motion, every animation ends immediately.
  const widget = new WidgetDriver(page.locator('#swap'))
  expect(await findLongestMotion(widget)).toBeLessThanOrEqual(1)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  expect(await findLongestMotion(widget)).toBeGreaterThan(100)
})

/**
 * Returns the longest animation or transition in milliseconds while settings open and close and a
 * price loads.
 */
async function findLongestMotion(widget: WidgetDriver): Promise<number> {
  const root = widget.root.locator('[data-sluice-root]')
  await root.evaluate(watchMotion)
  await widget.button('Settings').click()
  await widget.button('Back').click()
  await widget.type('12')
  await expect(widget.output).toHaveValue(/[0-9]/)
  const longest = await readLongest(root)
  await widget.type('')
  return longest
}

function watchMotion(root: Element): void {
  let longest = 0
  const look = () => {
    for (const { effect } of root.getAnimations({ subtree: true }))
      longest = Math.max(longest, Number(effect?.getComputedTiming().endTime))
    root.setAttribute('data-longest', String(longest))
    requestAnimationFrame(look)
  }
  look()
}

const readLongest = async (root: Locator) => Number(await root.getAttribute('data-longest'))
