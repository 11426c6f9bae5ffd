import type { Page } from '@playwright/test'
import { manifest } from './chain.ts'
import { expect, test } from './fixtures.ts'
import type { WidgetDriver } from './widget.ts'

test.use({ viewport: { width: 320, height: 800 } })

test('every page fits a screen of 320 pixels', async ({ page, playground }) => {
  const { widget } = playground
  const check = (name: string) => expectToFit(page, widget, name)
  await playground.open()
  await playground.useAccount(manifest().accounts[5]!.address)
  await expect(widget.output).toHaveValue(/[0-9]/)
  await check('swap, not connected')
  await widget.openWallets()
  await expect(widget.button('Dev Wallet')).toBeVisible()
  await check('wallets')
  await widget.button('Dev Wallet').click()
  await widget.button(/^Wallet 0x/).click()
  await expect(widget.heading('Your wallet')).toBeVisible()
  await check('wallet')
  await widget.button('Back').click()

  await widget.type('123456789.123456789012345678')
  await expect(widget.notice('You would lose about')).toBeVisible()
  await check('swap, more digits than fit')
  await widget.button(/^Token you pay: /).click()
  await expect(widget.root.getByRole('option').first()).toBeVisible()
  await check('tokens')
  await widget.button('Back').click()
  await widget.button('Settings').click()
  await expect(widget.heading('Settings')).toBeVisible()
  await check('settings')
  await widget.button('Back').click()

  await widget.choosePair('USDC', 'WETH')
  await widget.type('25.123456')
  await widget.review()
  await expect(widget.notice('Your approval is needed first')).toBeVisible()
  await check('review')
  await playground.askEveryTime()
  await widget.confirm()
  await expect(page.getByRole('dialog')).toBeVisible()
  await check('approving')
  await playground.answer('Approve a token?', 'Confirm')
  await expect(widget.root.getByText('Checked balance changes')).toBeVisible()
  await check('signing')
  await playground.answer('Send this transaction?', 'Reject')
  await expect(widget.notice('Swap declined')).toBeVisible()
  await check('declined')
  await widget.button('Review again').click()
  await widget.confirm()
  await playground.answer('Send this transaction?', 'Confirm')
  await expect(widget.heading('Swap complete')).toBeVisible()
  await check('receipt')
})

/** Expects no element outside of the widget's box, and no horizontal scrolling. */
async function expectToFit(page: Page, { root }: WidgetDriver, name: string): Promise<void> {
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(sideways, `${name}: the page scrolls sideways`).toBeLessThanOrEqual(0)
  const out = await root.evaluate((widget) => {
    const { left, right } = widget.getBoundingClientRect()
    return [...widget.querySelectorAll('*')]
      .filter((element) => element.checkVisibility() && !element.closest('[class*="hidden"]'))
      .filter((element) => {
        const box = element.getBoundingClientRect()
        return box.width > 1 && (box.left < left - 1 || box.right > right + 1)
      })
      .map((element) => element.outerHTML.slice(0, 120))
  })
  expect(out, name).toEqual([])
}
