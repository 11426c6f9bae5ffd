import { findViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'

// Every page of the widget by itself: `pages.spec.ts`.
for (const theme of ['light', 'dark'] as const) {
  test(`the playground around the widget passes the accessibility rules, ${theme}`, async ({
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
})
