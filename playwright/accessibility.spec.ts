import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { walkPages } from './walk-pages.ts'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

async function violations(page: Page, selector: string) {
  const { violations: found } = await new AxeBuilder({ page }).include(selector).withTags(rules).analyze()
  return found.map(({ id, nodes }) => ({ id, where: nodes.map(({ target }) => target.join(' ')) }))
}

// Both themes and both directions, in two walks.
for (const [theme, language] of [
  ['light', 'en'],
  ['dark', 'ar'],
] as const) {
  test(`every page passes the accessibility rules, ${theme}, in the language ${language}`, async ({
    page,
    playground,
  }) => {
    await playground.open({ theme })
    await playground.speak(language)
    await walkPages(playground, async (name) => {
      expect(await violations(page, '[data-sluice-root]'), name).toEqual([])
    })
  })

  test(`the playground around the widget passes them too, ${theme}`, async ({ page, playground }) => {
    await playground.open({ theme })
    await expect(playground.event('pageEntered')).toHaveCount(1)
    expect(await violations(page, 'body')).toEqual([])
  })
}

test('the widget in a shadow root passes the accessibility rules', async ({ page, playground }) => {
  await playground.open()
  await page.goto(new URL('/embed.html', page.url()).href)
  await expect(page.locator('#swap').getByRole('textbox', { name: 'Amount you pay' })).toBeVisible()
  expect(await violations(page, '#swap')).toEqual([])
})
