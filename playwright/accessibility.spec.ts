import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

async function violations(page: Page, selector: string) {
  const { violations: found } = await new AxeBuilder({ page }).include(selector).withTags(rules).analyze()
  return found.map(({ id, nodes }) => ({ id, where: nodes.map(({ target }) => target.join(' ')) }))
}

for (const theme of ['light', 'dark']) {
  test(`every page of a swap passes the accessibility rules, ${theme}`, async ({ page, playground }) => {
    const { widget } = playground
    const check = async (name: string) => {
      expect(await violations(page, '[data-sluice-root]'), name).toEqual([])
    }
    await playground.open({ theme })
    await expect(widget.output).toHaveValue(/[0-9]/)
    await check('swap, not connected')

    await widget.openWallets()
    await expect(widget.button('Dev Wallet')).toBeVisible()
    await check('wallet')
    await widget.button('Dev Wallet').click()
    await expect(widget.button('Review swap')).toBeVisible()
    await check('swap')

    await widget.button(/^Token you pay: /).click()
    await expect(widget.root.getByRole('option').first()).toBeVisible()
    await check('tokens')
    await widget.button('Back').click()

    await widget.button('Settings').click()
    await expect(widget.heading('Settings')).toBeVisible()
    await check('settings')
    await widget.button('Back').click()

    await widget.choosePair('USDC', 'WETH')
    await widget.type('25')
    await widget.review()
    await check('review')
    await widget.confirm()
    await expect(widget.heading('Swap complete')).toBeVisible()
    await check('receipt')
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
